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

/** Approved payments as a share of attempted ones. */
export function getApprovalRate({
  approved,
  declined,
}: Pick<Totals, 'approved' | 'declined'>): number | null {
  return approved + declined ? approved / (approved + declined) : null;
}

export function formatRate(totals: Pick<Totals, 'approved' | 'declined'>): string {
  const rate = getApprovalRate(totals);
  if (rate === null) return '–';
  // 99.99% isn't all of them.
  return rate === 1 ? '100%' : `${Math.min(99.9, rate * 100).toFixed(1)}%`;
}

/** The change from the previous period in percent. Null without a previous value. */
export function formatChange(now: number, before: number): string | null {
  if (before <= 0) return null;
  const change = Math.round(((now - before) / before) * 100);
  if (change > 900) return 'over ten times as much';
  return change === 0 ? 'about the same' : `${change > 0 ? '+' : '−'}${Math.abs(change)}%`;
}
