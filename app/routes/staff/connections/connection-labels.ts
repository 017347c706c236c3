import { acquirerLabels } from '~/acquirers/acquirer-names';
import type { ConnectionState, ConnectionSummary } from '~/payments/connections/connection-list';
import type { StatusLabel } from '~/ui/labels/transaction-labels';

export const maximumConnectionName = 60;
export const maximumRejectionReason = 500;

const stateLabels: Record<ConnectionState, StatusLabel> = {
  awaiting_approval: { text: 'Awaiting approval', tone: 'caution' },
  active: { text: 'Active', tone: 'positive' },
  retired: { text: 'Retired', tone: 'neutral' },
  rejected: { text: 'Rejected', tone: 'negative' },
};

type Labeled = Pick<ConnectionSummary, 'state' | 'isUsable' | 'hasProposedSecrets'>;

/** An active connection that can't be used takes no payments. */
export function getConnectionLabel({ state, isUsable, hasProposedSecrets }: Labeled): StatusLabel {
  if (state === 'active' && !isUsable) return { text: 'Can’t be used', tone: 'negative' };
  return hasProposedSecrets ? { text: 'New secrets to approve', tone: 'caution' } : stateLabels[state];
}

/** Whose new payments use it: "all merchants without their own connection". */
export function describeScope({ account }: Pick<ConnectionSummary, 'account'>): string {
  return account ? account.name : 'all merchants without their own connection';
}

/** Why an acquirer's connections can't be used here. */
export function explainUnusable({
  acquirer,
  environment,
}: Pick<ConnectionSummary, 'acquirer' | 'environment'>): string {
  if (acquirer === 'simulator')
    return 'The simulator can’t be used where the live environment moves real money.';
  const name = acquirerLabels[acquirer];
  return environment === 'live'
    ? `This installation can’t make live payments with ${name}: either its live environment is simulated, or the connection’s secrets can’t be decrypted.`
    : 'The secrets can’t be decrypted. Their key is missing, or the stored secrets were changed.';
}
