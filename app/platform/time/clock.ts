/**
 * The database's clock, read once and continued with this machine's monotonic clock: money is dated by one
 * clock, across all processes (threat T23).
 */
export function createDatabaseClock(databaseNow: Date): () => Date {
  const readAt = performance.now();
  return () => new Date(databaseNow.getTime() + Math.round(performance.now() - readAt));
}
