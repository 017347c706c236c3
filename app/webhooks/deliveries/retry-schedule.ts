const [second, minute, hour] = [1, 60, 3_600];

/** Seconds from one try to the next: ten tries over 75 hours (decisions: Webhooks). */
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

/** Those that failed together shall not come back together. */
const jitterRatio = 0.1;

/** Seconds until the next try, a tenth more or less; null after the last one. `tries`: how many have failed. */
export function getRetryDelaySeconds(
  failedAttempts: number,
  random: () => number = Math.random,
): number | null {
  const delay = retryScheduleSeconds[failedAttempts - 1];
  return delay === undefined ? null : delay * (1 - jitterRatio + 2 * jitterRatio * random());
}
