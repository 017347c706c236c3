import type { LedgerEntry } from './ledger-entry';

export type FollowUpKind = 'capture' | 'void' | 'refund';

/** What may still be captured, voided or refunded of an authorization, given what happened under it. */
export function availableFor(
  kind: FollowUpKind,
  origin: LedgerEntry | undefined,
  followUps: LedgerEntry[],
): number {
  if (origin?.kind !== 'authorize' || origin.outcome !== 'approved') return 0;
  const sum = sumsOf(followUps);
  const captured = origin.captured ? origin.amountMinor : sum('capture');
  if (kind !== 'refund') return origin.amountMinor - captured - sum('void');
  return captured - refundedOf(followUps) - sum('chargeback_opened') + sum('chargeback_won');
}

export function refundedOf(followUps: LedgerEntry[]): number {
  const sum = sumsOf(followUps);
  return sum('refund') - sum('refund_failed');
}

function sumsOf(entries: LedgerEntry[]) {
  return (wanted: LedgerEntry['kind']) =>
    entries.reduce((total, { kind, amountMinor }) => (kind === wanted ? total + amountMinor : total), 0);
}
