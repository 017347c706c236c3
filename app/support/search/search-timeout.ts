import { prisma } from '~/platform/database/db.server';
import type { Prisma } from '~/platform/prisma/client';

/** Slower searches are canceled, and the page asks for more words. */
const defaultTimeoutMs = 5_000;

/**
 * Reads that touch every merchant, with a time limit for each statement.
 * @returns too_wide when the database took too long
 */
export async function withSearchTimeout<T>(
  read: (db: Prisma.TransactionClient) => Promise<T>,
  timeoutMs = defaultTimeoutMs,
): Promise<T | 'too_wide'> {
  try {
    return await prisma.$transaction(
      async (db) => {
        // Thousands of fast lookups make a plan look expensive enough for JIT compilation, which takes longer
        // than they do. While tables are small or growing, one scan per merchant may look cheaper than a lookup.
        await db.$executeRaw`
          select set_config('statement_timeout', ${String(timeoutMs)}, true),
            set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true)`;
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
