import type { Database } from './db.server';

/**
 * Serializes changes of an account's data until the caller's transaction ends. Rows that reference the
 * account can still be inserted.
 */
export async function lockAccount(db: Database, accountId: string): Promise<void> {
  await db.$queryRaw`select id from accounts where id = ${accountId} for no key update`;
}
