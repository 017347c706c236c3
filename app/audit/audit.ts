import { prisma, type Database } from '~/platform/database/db.server';
import type { AuditAction } from './action-labels';

export type { AuditAction } from './action-labels';

/** Who did something: a person in the portal, somebody of the staff, or the product itself. */
export type AuditActor = `portal:${string}` | `staff:${string}` | `system:${string}`;

/** By name; lists as one text. */
export type AuditValues = Record<string, string | number | boolean | null>;

type AuditRecord = {
  actor: AuditActor;
  /** What was done, in snake_case and the past: `staff_invited`. */
  action: AuditAction;
  accountId?: string;
  /** The id of what it was done to. */
  subject?: string;
  /** Never a secret, a code or a card. */
  details?: AuditValues;
  /** Of a change: what stood there, and what stands there now. */
  before?: AuditValues;
  after?: AuditValues;
  address?: string;
};

/** Writes down who did what, in the transaction of what was done (PCI DSS 10.2). The product cannot change it later; anyone who owns the database could, and the chain shows it (chain.ts). A transaction that writes for several accounts does so in the order of their ids, in which their chains are locked. */
export async function recordAudit(db: Database, record: AuditRecord): Promise<void> {
  await db.auditEntry.create({ data: record });
}

type AuditFilter = {
  accountId?: string;
  actor?: AuditActor;
  action?: string;
  subject?: string;
  /** The id a page ends with; the next one starts below it. */
  before?: string;
  limit?: number;
};

/** What was done, newest first. `before` of the next page is null when there is none. */
export async function listAudit({ before, limit = 50, ...where }: AuditFilter) {
  const found = await prisma.auditEntry.findMany({
    where: { ...where, ...(before && { id: { lt: BigInt(before) } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const entries = found.slice(0, limit).map(({ id, ...entry }) => ({ id: String(id), ...entry }));
  return { entries, before: found.length > limit ? entries.at(-1)!.id : null };
}
