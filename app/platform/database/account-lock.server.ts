import type { Database } from './db.server';

/** Lets one at a time change what belongs to an account, until the caller's transaction ends. Rows that name the account may be added meanwhile. */
export async function lockAccount(db: Database, accountId: string): Promise<void> {
  await db.$queryRaw`select id from accounts where id = ${accountId} for no key update`;
}
