import type { Totals } from '~/payments/reporting/report';
import { formatDate } from '~/ui/content/time-format';

/** A day as people write it. It has no zone: it is a day of the account's calendar. */
const formatPeriodDay = (day: string): string => formatDate(new Date(`${day}T12:00:00Z`), 'UTC');

export function formatPeriodDays({ from, to }: { from: string; to: string }): string {
  return from === to ? formatPeriodDay(from) : `${formatPeriodDay(from)} to ${formatPeriodDay(to)}`;
}

/** "21 Nov" of a day, "Nov 2026" of a month. */
export function formatPartLabel(part: string): string {
  return part.length === 10
    ? formatPeriodDay(part).replace(/ \d+$/, '')
    : formatPeriodDay(`${part}-01`).replace(/^\d+ /, '');
}

/** America/New_York as people write it. */
export const formatZone = (zone: string): string => zone.replaceAll('_', ' ');

/** Approved payments of all that were tried. */
export function getApprovalRate({
  approved,
  declined,
}: Pick<Totals, 'approved' | 'declined'>): number | null {
  return approved + declined ? approved / (approved + declined) : null;
}

export function formatRate(totals: Pick<Totals, 'approved' | 'declined'>): string {
  const rate = getApprovalRate(totals);
  if (rate === null) return '–';
  // 99.99 % is not all of them.
  return rate === 1 ? '100%' : `${Math.min(99.9, rate * 100).toFixed(1)}%`;
}

/** How much more or less than before, in per cent; null where there was nothing to compare with. */
export function formatChange(now: number, before: number): string | null {
  if (before <= 0) return null;
  const change = Math.round(((now - before) / before) * 100);
  if (change > 900) return 'over ten times as much';
  return change === 0 ? 'about the same' : `${change > 0 ? '+' : '−'}${Math.abs(change)}%`;
}
