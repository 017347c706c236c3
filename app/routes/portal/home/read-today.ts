import { compareToday, countHours, type CreatedTotals } from '~/payments/reporting/today';
import type { Environment } from '~/platform/environment';
import { addDays, getDayInZone, getDaySpan } from '~/platform/time/days';
import { formatShortTime } from '~/ui/content/time-format';

/** The approved amount since midnight at the end of an hour. Today's is null for hours that haven't begun. */
type Hour = { label: string; today: number | null; lastWeek: number };

export type Today = {
  now: Date;
  currency: string;
  totals: CreatedTotals;
  lastWeek: CreatedTotals;
  hours: Hour[];
};

const hourMs = 3_600_000;
const nothing = { approved: 0, approvedAmount: 0, declined: 0, refunds: 0, refundedAmount: 0 };

/** Today in a currency, compared with the same weekday a week ago. Null if it can't be counted quickly. */
export async function readToday({
  accountId,
  environment,
  timeZone,
  currency,
}: {
  accountId: string;
  environment: Environment;
  timeZone: string;
  currency: string;
}): Promise<Today | null> {
  const now = new Date();
  const compared = await compareToday({ accountId, environment, timeZone, now });
  if (!compared) return null;
  const { today, lastWeek } = compared.get(currency) ?? {
    today: { untilNow: nothing, hours: [] },
    lastWeek: { untilNow: nothing, hours: [] },
  };
  const day = getDayInZone(now, timeZone);
  const [begun, daysHours] = [countHours(now, timeZone), listHours(day, timeZone)];
  const hours = Math.max(daysHours.length, listHours(addDays(day, -7), timeZone).length);
  const todaySoFar = accumulate(today.hours, hours);
  const before = accumulate(lastWeek.hours, hours);
  return {
    now,
    currency,
    totals: today.untilNow,
    lastWeek: lastWeek.untilNow,
    hours: before.map((amount, index) => ({
      label: index === begun - 1 ? 'Now' : `Until ${daysHours[index + 1] ?? '24:00'}`,
      today: index < begun ? todaySoFar[index]! : null,
      lastWeek: amount,
    })),
  };
}

/** The hours of a day by the time they begin. When the clocks change, with the zone, because a time can come twice. */
function listHours(day: string, timeZone: string): string[] {
  const { from, before } = getDaySpan({ from: day, to: day, timeZone }) as { from: Date; before: Date };
  const count = Math.ceil((before.getTime() - from.getTime()) / hourMs);
  return Array.from({ length: count }, (_, index) => {
    const time = formatShortTime(new Date(from.getTime() + index * hourMs), timeZone);
    return count === 24 ? time.slice(0, 5) : time;
  });
}

function accumulate(amounts: readonly number[], count: number): number[] {
  let sum = 0;
  return Array.from({ length: count }, (_, index) => (sum += amounts[index] ?? 0));
}
