/**
 * The database's clock, read once and carried on by this machine's monotonic one: money is dated by one clock, however
 * many processes there are and whatever their own say (threat T23).
 */
export function createDatabaseClock(databaseNow: Date): () => Date {
  const readAt = performance.now();
  return () => new Date(databaseNow.getTime() + Math.round(performance.now() - readAt));
}
