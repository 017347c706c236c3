import type { Totals } from '~/payments/reporting/report';
import { formatDate } from '~/ui/content/time-format';

/** A day for display. It's a calendar day of the account, without a zone. */
const formatPeriodDay = (day: string): string => formatDate(new Date(`${day}T12:00:00Z`), 'UTC');

export function formatPeriodDays({ from, to }: { from: string; to: string }): string {
  return from === to ? formatPeriodDay(from) : `${formatPeriodDay(from)} to ${formatPeriodDay(to)}`;
}

/** "Nov 21" for a day, "Nov 2026" for a month. */
export function formatPartLabel(part: string): string {
  return part.length === 10
    ? formatPeriodDay(part).replace(/, \d+$/, '')
    : formatPeriodDay(`${part}-01`).replace(/ \d+,/, '');
}

/** America/New_York for display. */
export const formatZone = (zone: string): string => zone.replaceAll('_', ' ');

export type RateTotals = Pick<Totals, 'approved' | 'declined'>;

/** Approved payments as a share of attempted ones. */
export function getApprovalRate({ approved, declined }: RateTotals): number | null {
  return approved + declined ? approved / (approved + declined) : null;
}

/** "1,125 of 1,225 approved". */
export function formatApproved({ approved, declined }: RateTotals): string {
  return `${approved.toLocaleString('en-US')} of ${(approved + declined).toLocaleString('en-US')} approved`;
}

export function formatRate(totals: RateTotals): string {
  const percent = getRoundedPercent(totals);
  return percent === null ? '–' : percent === 100 ? '100%' : `${percent.toFixed(1)}%`;
}

/** The rate with one decimal. 99.99% isn't all of them. */
function getRoundedPercent(totals: RateTotals): number | null {
  const rate = getApprovalRate(totals);
  if (rate === null) return null;
  return rate === 1 ? 100 : Math.min(99.9, Number((rate * 100).toFixed(1)));
}

/**
 * The change of a rate is in percentage points: 80% after 40% isn't "+100%". It's the difference of the rounded rates, which
 * are beside it.
 */
export function formatPoints(totals: RateTotals, before: RateTotals): string | null {
  const [now, then] = [getRoundedPercent(totals), getRoundedPercent(before)];
  if (now === null || then === null) return null;
  const points = Number((now - then).toFixed(1));
  return points === 0 ? 'about the same' : `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)} points`;
}

/** The rate of the compared time, before "before" or "last Friday". */
export const formatEarlierRate = (totals: RateTotals) =>
  totals.approved + totals.declined ? formatRate(totals) : 'No payments';

export const muchMore = 'more than ten times';

/** The change from the previous period in percent, or {@link muchMore}. Null without a previous value. */
export function formatChange(now: number, before: number): string | null {
  if (before <= 0) return null;
  const change = Math.round(((now - before) / before) * 100);
  if (change > 900) return muchMore;
  return change === 0 ? 'about the same' : `${change > 0 ? '+' : '−'}${Math.abs(change)}%`;
}
