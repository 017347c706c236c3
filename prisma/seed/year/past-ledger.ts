import { findTestCard } from '~/acquirers/test-cards';
import type { PastOperationRow } from './past-rows';
import type { PastContext } from './past-transaction';
import type { PayerCard } from './payer-cards';

/** Between our request and the acquirer's entry. */
const travelMs = 30;

const toEntry = ({ id, amount, currency, created_at }: PastOperationRow) => ({
  reference: id,
  amountMinor: amount,
  currency,
  at: new Date(created_at.getTime() + travelMs).toISOString(),
});

/** What the simulator records about an authorization, as the test card decides. */
export function addAuthorizationEntry(
  { rows }: PastContext,
  operation: PastOperationRow,
  card: PayerCard,
): void {
  const { outcome, behavior } = findTestCard(card.pan)!;
  const captured = operation.type === 'authcap';
  rows.ledger.push({
    ...toEntry(operation),
    kind: 'authorize',
    captured,
    outcome,
    ...(behavior && { behavior }),
  });
}

export function addFollowUpEntry(
  { rows }: PastContext,
  operation: PastOperationRow,
  {
    kind,
    authorization,
    card,
  }: { kind: 'capture' | 'void' | 'refund'; authorization: string; card: PayerCard },
): void {
  const { behavior } = findTestCard(card.pan)!;
  const fails = behavior === 'refund_failed' && kind === 'refund';
  rows.ledger.push({
    ...toEntry(operation),
    kind,
    authorization,
    outcome: 'approved',
    ...(fails && { behavior }),
  });
}
