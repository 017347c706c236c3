import { config } from '~/platform/config/config.server';
import { databaseNow, type Database } from '~/platform/database/db.server';

/** The response date: the end of the day after this many business days, Monday to Friday, in UTC. */
export async function calculateReviewDeadline(
  db: Database,
  workingDays: number = config.reviewWorkingDays,
): Promise<Date> {
  return addWorkingDays(await databaseNow(db), workingDays);
}

/** The last millisecond of that day: the application is overdue only after it. */
export function addWorkingDays(from: Date, workingDays: number): Date {
  const day = new Date(from);
  for (let left = workingDays; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left--;
  }
  day.setUTCHours(23, 59, 59, 999);
  return day;
}
