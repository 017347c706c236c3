import type { ManualOperation, UnavailableReason } from '~/payments/operations/available-operations';
import { formatAmount } from '~/platform/money/money';
import { useSupportSession } from '~/ui/layout/brand';
import { ButtonLink, getButtonClass } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { CodeBlock } from '~/ui/content/code-block';
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

/** The manual operations of a payment and, if unavailable, the reason. */
export function Operations({ offers, currency, locked, role }: Props) {
  const possible = offers.filter(({ unavailableReason }) => !unavailableReason);
  // A reason that applies to all three is shown once.
  const [first, ...others] = offers.map(({ unavailableReason }) => unavailableReason);
  const oneReason = first && others.every((unavailableReason) => unavailableReason === first) ? first : null;
  const inSupportSession = useSupportSession() !== undefined;
  return (
    <Panel title="Capture, void, refund">
      {!role.mayChange && (
        <p className="mb-4 text-ink-soft">
          {inSupportSession
            ? 'Support sessions are read-only.'
            : `Your role, ${role.name}, can’t move money. Ask an ${role.grantedBy.join(' or ')} of your team for a different role.`}
        </p>
      )}
      {role.secondFactorMissing && possible.length > 0 && (
        <div className="mb-4 text-ink-soft">
          <SecondFactorNotice
            reason="Live payments move real money."
            what="capture, void, or refund one in the portal"
          />
        </div>
      )}
      {oneReason ? (
        <p className="text-ink-soft">{unavailableReasonMessages[oneReason]}</p>
      ) : (
        <ul className="divide-y divide-line">
          {offers.map((offer) => (
            <Row
              key={offer.operation}
              offer={offer}
              currency={currency}
              locked={locked}
              mayChange={role.mayChange && !role.secondFactorMissing}
            />
          ))}
        </ul>
      )}
      {possible.length > 0 && (
        <details className="mt-5">
          <summary className="font-medium text-accent underline underline-offset-4">
            Show API requests
          </summary>
          <p className="my-3 text-ink-soft">
            Replace TOKEN with an access token. Each new request needs its own external_id.
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
        </details>
      )}
    </Panel>
  );
}

function Row({
  offer: { operation, path, remaining, unavailableReason },
  currency,
  locked,
  mayChange,
}: {
  offer: Offer;
  currency: string;
  locked: number;
  mayChange: boolean;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-semibold">{manualOperationLabels[operation]}</h3>
        <p className="text-ink-soft" id={`why-${operation}`}>
          {unavailableReason
            ? unavailableReasonMessages[unavailableReason]
            : `${operationDescriptions[operation]} ${describeRemainingAmount(operation, remaining, currency)}`}
          {!unavailableReason &&
            operation === 'refund' &&
            locked > 0 &&
            ` ${formatAmount(locked, currency)} is locked by an open chargeback.`}
        </p>
      </div>
      {unavailableReason || !mayChange ? (
        <button
          type="button"
          disabled
          aria-describedby={`why-${operation}`}
          className={getButtonClass({ variant: 'secondary', size: 'small' }, 'cursor-not-allowed opacity-60')}
        >
          {manualOperationLabels[operation]}
        </button>
      ) : (
        <ButtonLink to={path} variant="secondary" size="small" aria-describedby={`why-${operation}`}>
          {manualOperationLabels[operation]}…
        </ButtonLink>
      )}
    </li>
  );
}
