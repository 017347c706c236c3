import { lockAccount } from '~/platform/database/account-lock.server';
import { databaseNow, prisma, type Database } from '~/platform/database/db.server';
import type { AuditAction } from './action-labels';

export type { AuditAction } from './action-labels';

/**
 * The actor: a person in the portal, a staff member, a merchant's server with an API secret, a payer at the checkout, or the
 * product itself.
 */
export type AuditActor =
  `portal:${string}` | `staff:${string}` | `api:${string}` | 'checkout' | `system:${string}`;

/** The ID in `staff:usr_…`, or the job in `system:…`. Empty for an actor without one. */
export function parseActorId(actor: string): string {
  return actor.split(':')[1] ?? '';
}

/** By name. Lists are joined. */
export type AuditValues = Record<string, string | number | boolean | null>;

type AuditRecord = {
  actor: AuditActor;
  /** The action, in snake_case and past tense: `staff_invited`. */
  action: AuditAction;
  accountId?: string;
  /** The subject's ID. */
  subject?: string;
  /** Never contains secrets, codes, or cards. */
  details?: AuditValues;
  /** The previous and new value of a change. */
  before?: AuditValues;
  after?: AuditValues;
  address?: string;
};

/**
 * Audits an action in its transaction (PCI DSS 10.2). The product can't change entries later. A database
 * owner could, which breaks the chain (chain.ts). A transaction that writes for several accounts does so in
 * the order of their IDs, in which their chains are locked.
 */
export async function recordAudit(db: Database, record: AuditRecord): Promise<void> {
  await db.auditEntry.create({ data: record });
}

/** Audits an action of many requests, such as paging through a document, once in this many minutes. */
export async function recordAuditOnce(
  record: Omit<AuditRecord, 'details' | 'before' | 'after'> & { accountId: string },
  { minutes }: { minutes: number },
): Promise<void> {
  await prisma.$transaction(async (db) => {
    // Browsers send such requests at the same time.
    await lockAccount(db, record.accountId);
    const since = new Date((await databaseNow(db)).getTime() - minutes * 60_000);
    const known = await db.auditEntry.findFirst({ where: { ...record, createdAt: { gt: since } } });
    if (!known) await recordAudit(db, record);
  });
}

/** How often an action without an account happened in the last hours. */
export async function countRecentAudit(action: AuditAction, { hours }: { hours: number }): Promise<number> {
  const since = new Date((await databaseNow(prisma)).getTime() - hours * 3_600_000);
  return prisma.auditEntry.count({ where: { accountId: null, action, createdAt: { gt: since } } });
}

type AuditFilter = {
  accountId?: string;
  actor?: AuditActor;
  action?: string | { in: AuditAction[] };
  subject?: string;
  /** The last ID of a page. The next one starts below it. */
  before?: string;
  limit?: number;
};

/** The entries, newest first. `before` of the next page is null at the end. */
export async function listAudit({ before, limit = 50, ...where }: AuditFilter) {
  const found = await prisma.auditEntry.findMany({
    where: { ...where, ...(before && { id: { lt: BigInt(before) } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const entries = found.slice(0, limit).map(({ id, ...entry }) => ({ id: String(id), ...entry }));
  return { entries, before: found.length > limit ? entries.at(-1)!.id : null };
}
