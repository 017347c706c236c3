const [second, minute, hour] = [1, 60, 3_600];

/** The webhook retry schedule: the seconds between ten attempts over 75 hours (decisions: Webhooks). */
const retryScheduleSeconds = [
  5 * second,
  1 * minute,
  10 * minute,
  1 * hour,
  4 * hour,
  8 * hour,
  14 * hour,
  24 * hour,
  24 * hour,
];

export const maximumAttempts = retryScheduleSeconds.length + 1;

/** Jitter, so that deliveries that failed together aren't retried together. */
const jitterRatio = 0.1;

/**
 * Seconds until the next attempt, with 10% jitter. Null after the last one.
 */
export function getRetryDelaySeconds(
  failedAttempts: number,
  random: () => number = Math.random,
): number | null {
  const delay = retryScheduleSeconds[failedAttempts - 1];
  return delay === undefined ? null : delay * (1 - jitterRatio + 2 * jitterRatio * random());
}
