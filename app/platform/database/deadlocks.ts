const deadlockState = '40P01';
const maximumAttempts = 3;

/**
 * Repeats a single statement that PostgreSQL has rolled back to end a deadlock, such as with a migration that locks tables in
 * another order. Don't use it inside a transaction, of which nothing would be left.
 */
export async function retryDeadlocks<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await run();
    } catch (error) {
      if ((error as { code?: unknown }).code !== deadlockState || attempt === maximumAttempts) throw error;
    }
}
