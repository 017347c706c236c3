const longestDays = 60;

/** The beginning of a day that lies ahead, in UTC; null for anything else. */
export function readSnoozeDay(typed: string, now: Date): Date | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? new Date(`${typed}T00:00:00Z`) : null;
  const ahead = day ? day.getTime() - now.getTime() : NaN;
  return day && ahead > 0 && ahead <= longestDays * 86_400_000 && day.toISOString().startsWith(typed)
    ? day
    : null;
}
