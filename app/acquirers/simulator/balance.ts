import type { LedgerEntry } from './ledger-entry';

export type FollowUpKind = 'capture' | 'void' | 'refund';

/** The amount of an authorization that can still be captured, voided, or refunded, given its ledger. */
export function getAvailableAmount(
  kind: FollowUpKind,
  origin: LedgerEntry | undefined,
  followUps: LedgerEntry[],
): number {
  if (origin?.kind !== 'authorize' || origin.outcome !== 'approved') return 0;
  const sum = sumEntries(followUps);
  const captured = origin.captured ? origin.amountMinor : sum('capture');
  if (kind !== 'refund') return origin.amountMinor - captured - sum('void');
  return captured - getRefundedAmount(followUps) - sum('chargeback_opened') + sum('chargeback_won');
}

export function getRefundedAmount(followUps: LedgerEntry[]): number {
  const sum = sumEntries(followUps);
  return sum('refund') - sum('refund_failed');
}

function sumEntries(entries: LedgerEntry[]) {
  return (kinds: LedgerEntry['kind']) =>
    entries.reduce((total, { kind, amountMinor }) => (kind === kinds ? total + amountMinor : total), 0);
}
