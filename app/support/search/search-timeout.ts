import { prisma } from '~/platform/database/db.server';
import type { Prisma } from '~/platform/prisma/client';

/** What takes longer is given up, and the page asks for more words. */
const defaultTimeoutMs = 5_000;

/** Reads that ask every merchant, each statement for so long at most. @returns too_wide when the database did not get through in time */
export async function withSearchTimeout<T>(
  read: (db: Prisma.TransactionClient) => Promise<T>,
  timeoutMs = defaultTimeoutMs,
): Promise<T | 'too_wide'> {
  try {
    return await prisma.$transaction(
      async (db) => {
        // Thousands of look-ups that take microseconds each support session dear enough to be compiled, which takes longer than they do.
        await db.$executeRaw`select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('jit', 'off', true)`;
        return read(db);
      },
      { timeout: timeoutMs * 3 },
    );
  } catch (error) {
    if (isTimeout(error)) return 'too_wide';
    throw error;
  }
}

/** PostgreSQL's query_canceled. */
function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    /57014|statement timeout/.test(
      `${error.message} ${JSON.stringify((error as { meta?: unknown }).meta ?? {})}`,
    )
  );
}
