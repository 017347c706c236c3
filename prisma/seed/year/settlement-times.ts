const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** The settlement job runs hourly, at this offset. */
const offsetMs = 7 * 60_000 + 13_000;

/** The first run that settles a capture or refund of an earlier day in UTC, once nothing more can be captured. */
export function getNextSettlement(capturedAt: number, closedAt: number): number {
  const nextDay = Math.floor(capturedAt / dayMs + 1) * dayMs;
  const from = Math.max(nextDay, closedAt) - offsetMs;
  return Math.ceil(from / hourMs) * hourMs + offsetMs;
}
