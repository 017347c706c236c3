/** Whether PostgreSQL rolled a statement back to resolve a deadlock. */
export const isDeadlock = (error: unknown): boolean => (error as { code?: unknown }).code === '40P01';

/**
 * Retries a single statement that PostgreSQL rolled back to resolve a deadlock, for example with a migration that locks tables
 * in a different order. Don't use it inside a transaction: the deadlock aborts the whole transaction, not only this statement.
 */
export async function retryDeadlocks<Result>(
  run: () => Promise<Result>,
  maximumAttempts = 3,
): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await run();
    } catch (error) {
      if (!isDeadlock(error) || attempt === maximumAttempts) throw error;
    }
}
