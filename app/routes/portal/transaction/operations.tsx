import type { ManualOperation, UnavailableReason } from '~/payments/operations/available-operations';
import { formatAmount } from '~/platform/money/money';
import { useSupportSession } from '~/ui/layout/brand';
import { ButtonLink } from '~/ui/forms/button';
import { CodeBlock } from '~/ui/content/code-block';
import { FoldedPanel } from '~/ui/layout/folded-panel';
import {
  describeRemainingAmount,
  unavailableReasonMessages,
  operationDescriptions,
  manualOperationLabels,
} from '~/ui/labels/operation-messages';
import { SecondFactorNotice } from '../developers/second-factor-notice';

export type Offer = {
  operation: ManualOperation;
  path: string;
  remaining: number;
  unavailableReason: UnavailableReason | null;
  curl: string;
};

type Props = {
  offers: readonly Offer[];
  currency: string;
  locked: number;
  role: { name: string; mayChange: boolean; secondFactorMissing: boolean; grantedBy: readonly string[] };
};

/** The manual operations that are possible now, and why the others aren't. */
export function Operations({ offers, currency, locked, role }: Props) {
  const possible = offers.filter(({ unavailableReason }) => !unavailableReason);
  const impossible = offers.filter(({ unavailableReason }) => unavailableReason);
  const isAllowed = role.mayChange && !role.secondFactorMissing;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isAllowed && possible.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {possible.map(({ operation, path, remaining }) => (
            <li key={operation}>
              <ButtonLink to={path} variant="secondary" size="small" aria-describedby={`what-${operation}`}>
                {manualOperationLabels[operation]}…
              </ButtonLink>
              <span id={`what-${operation}`} className="sr-only">
                {operationDescriptions[operation]} {describeRemainingAmount(operation, remaining, currency)}
                {operation === 'refund' &&
                  locked > 0 &&
                  ` ${formatAmount(locked, currency)} is locked by an open chargeback.`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {(!isAllowed || impossible.length > 0) && (
        <details className="relative text-sm max-sm:basis-full">
          <summary className="inline-flex min-h-9 items-center font-medium text-accent">
            {describeQuestion(isAllowed ? impossible : offers)}
          </summary>
          <div className="max-w-sm space-y-2 pt-1 text-ink-soft sm:absolute sm:right-0 sm:z-20 sm:w-sm sm:rounded-xl sm:border sm:border-line-strong sm:bg-surface sm:p-4 sm:shadow-menu">
            <RoleNotice role={role} hasPossible={possible.length > 0} />
            <UnavailableReasons offers={impossible} isEverything={possible.length === 0} />
          </div>
        </details>
      )}
    </div>
  );
}

/** "Why can’t I capture or void?" */
const describeQuestion = (offers: readonly Offer[]) =>
  `Why can’t I ${orList.format(offers.map(({ operation }) => operation))}?`;

const orList = new Intl.ListFormat('en', { type: 'disjunction' });

function RoleNotice({ role, hasPossible }: { role: Props['role']; hasPossible: boolean }) {
  const inSupportSession = useSupportSession() !== undefined;
  if (!role.mayChange)
    return (
      <p>
        {inSupportSession
          ? 'Support sessions are read-only.'
          : `Your role, ${role.name}, can’t move money. Ask an ${role.grantedBy.join(' or ')} of your team for a different role.`}
      </p>
    );
  if (!role.secondFactorMissing || !hasPossible) return null;
  return (
    <SecondFactorNotice
      reason="Live payments move real money."
      what="capture, void, or refund one in the portal"
    />
  );
}

/** Why operations aren't possible. A reason that applies to all operations is shown once. */
export function UnavailableReasons({
  offers,
  isEverything,
}: {
  offers: readonly Pick<Offer, 'operation' | 'unavailableReason'>[];
  isEverything: boolean;
}) {
  const reasons = new Set(offers.map(({ unavailableReason }) => unavailableReason!));
  const [first] = reasons;
  if (isEverything && reasons.size === 1) return <p>{unavailableReasonMessages[first!]}</p>;
  return (
    <>
      {offers.map(({ operation, unavailableReason }) => (
        <p key={operation}>
          <strong className="font-semibold text-ink">{manualOperationLabels[operation]}:</strong>{' '}
          {unavailableReasonMessages[unavailableReason!]}
        </p>
      ))}
    </>
  );
}

/** The same operations as API requests. */
export function OperationRequests({ offers }: Pick<Props, 'offers'>) {
  const possible = offers.filter(({ unavailableReason }) => !unavailableReason);
  if (!possible.length) return null;
  return (
    <FoldedPanel title="As API requests">
      <p className="mb-3 text-ink-soft">
        Set TOKEN to an access token first. Each new request needs its own external_id.
      </p>
      <div className="space-y-4">
        {possible.map(({ operation, curl }) => (
          <CodeBlock
            key={operation}
            code={curl}
            label={`${manualOperationLabels[operation]} as an API request`}
          />
        ))}
      </div>
    </FoldedPanel>
  );
}
