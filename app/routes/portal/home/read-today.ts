import { compareToday, getClockHours, type CreatedTotals } from '~/payments/reporting/today';
import type { Environment } from '~/platform/environment';

/** The approved amounts since midnight. `end`: in hours of the clock. Today's is null for times to come. */
type Hour = { end: number; label: string; today: number | null; lastWeek: number };

export type Today = {
  now: Date;
  currency: string;
  totals: CreatedTotals;
  lastWeek: CreatedTotals;
  hours: Hour[];
};

const none = {
  untilNow: { approved: 0, approvedAmount: 0, declined: 0, refunds: 0, refundedAmount: 0 },
  hours: Array.from({ length: 24 }, () => 0),
};

/**
 * Today in the currency of the report, compared with the same weekday a week ago. Null if it can't be counted quickly,
 * or if there is no currency: the report begins some seconds after the first payment.
 */
export async function readToday({
  accountId,
  environment,
  timeZone,
  ...report
}: {
  accountId: string;
  environment: Environment;
  timeZone: string;
  currency: string | null;
}): Promise<Today | null> {
  const now = new Date();
  const compared = await compareToday({ accountId, environment, timeZone, now });
  const currency = report.currency ?? [...(compared?.keys() ?? [])][0];
  if (!compared || !currency) return null;
  const { today, lastWeek } = compared.get(currency) ?? { today: none, lastWeek: none };
  const [clock, todaySoFar, before] = [
    getClockHours(now, timeZone),
    accumulate(today.hours),
    accumulate(lastWeek.hours),
  ];
  const hours = before.map((amount, hour): Hour => {
    if (hour === Math.floor(clock))
      return {
        ...{ end: clock, label: 'Now' },
        ...{ today: today.untilNow.approvedAmount, lastWeek: lastWeek.untilNow.approvedAmount },
      };
    return {
      ...{ end: hour + 1, label: `Until ${String(hour + 1).padStart(2, '0')}:00` },
      ...{ today: hour < clock ? todaySoFar[hour]! : null, lastWeek: amount },
    };
  });
  return { now, currency, totals: today.untilNow, lastWeek: lastWeek.untilNow, hours };
}

function accumulate(amounts: readonly number[]): number[] {
  let sum = 0;
  return amounts.map((amount) => (sum += amount));
}
