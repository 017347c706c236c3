const maxDays = 60;

/** The beginning of a day that lies ahead, in UTC; null for anything else. */
export function parseSnoozeDate(input: string, now: Date): Date | null {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(input) ? new Date(`${input}T00:00:00Z`) : null;
  const msAhead = date ? date.getTime() - now.getTime() : NaN;
  return date && msAhead > 0 && msAhead <= maxDays * 86_400_000 && date.toISOString().startsWith(input)
    ? date
    : null;
}
