import { config } from '~/platform/config.server';
import { databaseNow, type Database } from '~/platform/db.server';

/** Until when a merchant is promised an answer: the end of the day so many working days from now, Monday to Friday, in UTC. */
export async function calculateReviewDeadline(
  db: Database,
  workingDays: number = config.reviewWorkingDays,
): Promise<Date> {
  return addWorkingDays(await databaseNow(db), workingDays);
}

/** The last millisecond of that day: what is promised is a day, and it is not broken while the day lasts. */
export function addWorkingDays(from: Date, workingDays: number): Date {
  const day = new Date(from);
  for (let left = workingDays; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left--;
  }
  day.setUTCHours(23, 59, 59, 999);
  return day;
}
