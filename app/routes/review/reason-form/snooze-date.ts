const maxDays = 60;

/** The start of a future day in UTC. Null for anything else. */
export function parseSnoozeDate(input: string, now: Date): Date | null {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(input) ? new Date(`${input}T00:00:00Z`) : null;
  const msAhead = date ? date.getTime() - now.getTime() : NaN;
  return date && msAhead > 0 && msAhead <= maxDays * 86_400_000 && date.toISOString().startsWith(input)
    ? date
    : null;
}
