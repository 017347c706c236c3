import type { MemberRole } from '~/merchants/team/members';
import { memberRoleLabels } from '~/merchants/team/role-labels';
import type { ManualOperation, UnavailableReason } from '~/payments/operations/available-operations';
import { formatAmount } from '~/platform/money/money';
import { TextLink } from '~/ui/content/text-link';
import { describeRemainingAmount, manualOperationLabels } from '~/ui/labels/operation-messages';
import { Panel } from '~/ui/layout/panel';
import { UnavailableReasons } from '../../portal/transaction/operations';

type Props = {
  operations: readonly {
    operation: ManualOperation;
    remaining: number;
    unavailableReason: UnavailableReason | null;
  }[];
  transaction: { orderCurrency: string; chargebackOpen: number };
  owner: { accountId: string; environment: string };
  /** The team members' roles that may do it. */
  roles: readonly MemberRole[];
};

/** Which manual operations the merchant can request now, and why the others are missing on the merchant's page. */
export function OperationAvailability({ operations, transaction, owner, roles }: Props) {
  const { orderCurrency: currency, chargebackOpen: locked } = transaction;
  const possible = operations.filter(({ unavailableReason }) => !unavailableReason);
  const impossible = operations.filter(({ unavailableReason }) => unavailableReason);
  return (
    <Panel title="Capture, void, or refund">
      <div className="space-y-2">
        {possible.map(({ operation, remaining }) => (
          <p key={operation}>
            <strong className="font-semibold">{manualOperationLabels[operation]}:</strong>{' '}
            {describeRemainingAmount(operation, remaining, currency)}
            {operation === 'refund' &&
              locked > 0 &&
              ` ${formatAmount(locked, currency)} is locked by an open chargeback.`}
          </p>
        ))}
        <UnavailableReasons offers={impossible} isEverything={possible.length === 0} />
        {possible.length > 0 && (
          <p className="text-sm text-ink-soft">
            In the portal, only the roles{' '}
            {listFormat.format(roles.map((role) => memberRoleLabels[role].name))} have the buttons
            {owner.environment === 'live' && ', and only with a second factor'}. See the{' '}
            <TextLink to={`/support/merchants/${owner.accountId}?environment=${owner.environment}#team`}>
              merchant’s team
            </TextLink>
            .
          </p>
        )}
      </div>
    </Panel>
  );
}

const listFormat = new Intl.ListFormat('en');
