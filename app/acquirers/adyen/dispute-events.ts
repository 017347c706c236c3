import type { AcquirerEvent, EventEffect } from '../acquirer';
import { fromAdyenAmount } from './amounts';

/** How a dispute ended, by the event or its dispute status. CHARGEBACK_REVERSED isn't final: the bank can object. */
const ends: Record<string, 'chargeback_won' | 'chargeback_lost'> = {
  PREARBITRATION_WON: 'chargeback_won',
  PREARBITRATION_LOST: 'chargeback_lost',
  SECOND_CHARGEBACK: 'chargeback_lost',
  DISPUTE_DEFENSE_PERIOD_ENDED: 'chargeback_lost',
};
const endsByStatus: Record<string, 'chargeback_won' | 'chargeback_lost'> = {
  Won: 'chargeback_won',
  Lost: 'chargeback_lost',
  Accepted: 'chargeback_lost',
  Expired: 'chargeback_lost',
};

/**
 * Each event also opens the chargeback, because events arrive in any order.
 * @throws for an amount that we can't represent. The event stays unprocessed then, so that staff find it.
 */
export function toDisputeEffects({ type, subject, reference, details = {} }: AcquirerEvent): EventEffect[] {
  const { value, currency, disputeStatus, chargebackReasonCode, defensePeriodEndsAt } = details;
  const amountMinor =
    typeof value === 'number' && typeof currency === 'string' ? fromAdyenAmount(value, currency) : null;
  if (amountMinor === null || typeof currency !== 'string')
    throw new Error('the amount of a dispute can’t be represented');
  const common = { reference: subject, authorization: reference ?? subject, amountMinor, currency };
  const reason = chargebackReasonCode ?? details.reason;
  const opened: EventEffect = {
    ...common,
    kind: 'chargeback_opened',
    reason: typeof reason === 'string' ? reason : 'unknown',
    dueBy: toTime(defensePeriodEndsAt),
  };
  const status = typeof disputeStatus === 'string' ? disputeStatus : '';
  const end = ends[type] ?? (Object.hasOwn(endsByStatus, status) ? endsByStatus[status] : undefined);
  return end ? [opened, { ...common, kind: end }] : [opened];
}

function toTime(text: unknown): string | null {
  const time = typeof text === 'string' ? new Date(text) : null;
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
}
