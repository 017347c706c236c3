import type { FollowUpKind } from './balance';
import type { LedgerEntry, ScheduledEventKind } from './ledger-entry';
import type { FollowUpBehavior } from '../test-cards';

type ScheduledEvent = LedgerEntry & { kind: ScheduledEventKind; authorization: string; at: string };
export type ScheduledEventDelays = Record<ScheduledEventKind, number>;

/** The delay of a scheduled event after its cause. */
const standardDelaysMs: ScheduledEventDelays = {
  refund_failed: 5_000,
  chargeback_opened: 5_000,
  chargeback_won: 30_000,
  chargeback_lost: 30_000,
};

/**
 * The automatic consequence of an entry according to its test card (decisions: Test environment). Null
 * without one.
 */
export function getScheduledEvent(entry: LedgerEntry, delaysMs = standardDelaysMs): ScheduledEvent | null {
  const next = entry.outcome === 'approved' ? getNext(entry) : null;
  if (!next || !entry.at) return null;
  const { amountMinor, currency, authorization = entry.reference } = entry;
  const at = new Date(Date.parse(entry.at) + delaysMs[next.kind]).toISOString();
  return { ...next, authorization, amountMinor, currency, at };
}

/**
 * The behavior of a test card for one follow-up of its authorization: a dispute concerns the first capture.
 */
export function getBehavior(
  kind: FollowUpKind,
  origin: LedgerEntry | undefined,
  followUps: LedgerEntry[],
): FollowUpBehavior | undefined {
  const behavior = origin?.behavior;
  if (behavior === 'refund_failed') return kind === 'refund' ? behavior : undefined;
  if (behavior === 'settled') return kind === 'refund' ? undefined : behavior;
  if (kind !== 'capture' || behavior === 'capture_declined' || behavior === 'void_declined') return undefined;
  return followUps.some((other) => other.kind === 'capture') ? undefined : behavior;
}

function getNext({ kind, behavior, captured, reference, authorization = reference }: LedgerEntry) {
  if (behavior === 'refund_failed')
    return kind === 'refund' ? ({ kind: behavior, reference, outcome: 'do_not_honor' } as const) : null;
  if (behavior !== 'chargeback_won' && behavior !== 'chargeback_lost') return null;
  if (kind === 'chargeback_opened') return { kind: behavior, reference, outcome: 'approved' } as const;
  return kind === 'capture' || captured
    ? ({
        kind: 'chargeback_opened',
        reference: `cb_${authorization}`,
        outcome: 'approved',
        behavior,
      } as const)
    : null;
}
