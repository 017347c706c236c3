import { getDayInZone, getDaySpan } from '~/platform/time/days';
import { formatDate } from '~/ui/content/time-format';

/**
 * The last day before an expiry at midnight in a time zone, "Jun 12, 2027". The form asks for a day. Null for another moment:
 * from the API, or from before the account changed its time zone.
 */
export function formatLastDay(expiresAt: Date, timeZone: string): string | null {
  const lastMoment = new Date(expiresAt.getTime() - 1);
  const { before } = getDaySpan({ to: getDayInZone(lastMoment, timeZone), timeZone });
  return before?.getTime() === expiresAt.getTime() ? formatDate(lastMoment, timeZone) : null;
}
