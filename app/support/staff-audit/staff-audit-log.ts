import { listStaffActions, type StaffActionKind } from '~/audit/staff-action-kinds';
import { parseActorId, recordAudit, type AuditValues } from '~/audit/audit';
import { listStaff } from '~/identity/staff/staff';
import { findUserNames } from '~/identity/users/user-names';
import type { AuditLogEntry } from '~/merchants/accounts/audit-log';
import { prisma } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import { isId } from '~/platform/ids';
import { exportPages } from '~/platform/lists/page-export';
import type { TimeSpan } from '~/platform/time/days';

/** `actor`: as in the log, such as `staff:usr_…`, or `system:shell` for the command line. */
export type StaffAuditFilter = {
  actor?: string;
  kind?: StaffActionKind;
  accountId?: string;
  span?: TimeSpan;
};

export type StaffAuditEntry = Omit<AuditLogEntry, 'number' | 'hash' | 'actor'> & {
  actor: string;
  /** Null for someone who entered another person's or a wrong address, and for the product itself. */
  name: string | null;
  account: { id: string; name: string } | null;
};

type Position = { createdAt: Date; id: bigint };
type Row = Position &
  Pick<StaffAuditEntry, 'actor' | 'action' | 'subject' | 'before' | 'after' | 'address'> & {
    accountId: string | null;
    details: AuditValues | null;
  };

/** By staff, or about it: the condition of the indexes, as in the migration, because PostgreSQL compares the text of both. */
export const isByStaff = `(actor like 'staff:%' or actor in ('system:shell', 'system:detect-unusual-reading', 'system:start-staff-leaves', 'system:advance-factor-resets'))`;

/**
 * What staff did, in all accounts and in none, newest first.
 * @param before the last ID of the previous page
 * @returns `before` of the next page is null at the end
 */
export async function listStaffAudit({
  filter = {},
  before,
  limit = 25,
}: {
  filter?: StaffAuditFilter;
  before?: string;
  limit?: number;
}): Promise<{ entries: StaffAuditEntry[]; before: string | null }> {
  const rows = await queryRows<Row>(
    buildPageQuery({
      filter,
      after: before ? await findPosition(BigInt(before)) : null,
      limit: limit + 1,
    }),
  );
  const entries = await toEntries(rows.slice(0, limit));
  return { entries, before: rows.length > limit ? entries.at(-1)!.id : null };
}

function buildPageQuery({
  filter: { actor, kind, accountId, span },
  after,
  limit,
}: {
  filter: StaffAuditFilter;
  after: Position | null;
  limit: number;
}): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    isByStaff,
    ...(kind ? [`action = any(${bind(listStaffActions(kind))}::text[])`] : []),
    ...(actor ? [`actor = ${bind(actor)}`] : []),
    ...(accountId ? [`account_id = ${bind(accountId)}`] : []),
    ...(span?.from ? [`created_at >= ${bind(span.from)}::timestamptz`] : []),
    ...(span?.before ? [`created_at < ${bind(span.before)}::timestamptz`] : []),
    ...(after
      ? [`(created_at, id) < (${bind(after.createdAt)}::timestamptz, ${bind(after.id)}::bigint)`]
      : []),
  ].join(' and ');
  return {
    text: `select id, actor, action, account_id as "accountId", subject, details, before, after, address, created_at as "createdAt"
      from audit_entries where ${conditions} order by created_at desc, id desc limit ${bind(limit)}`,
    values,
  };
}

/**
 * All filtered entries for a download, which is audited first.
 */
export async function* exportStaffAudit({
  filter,
  by,
  address,
}: {
  filter: StaffAuditFilter;
  by: string;
  address?: string;
}): AsyncGenerator<StaffAuditEntry[], void> {
  const { span, accountId, ...named } = filter;
  const details = {
    ...named,
    account: accountId,
    from: span?.from?.toISOString(),
    before: span?.before?.toISOString(),
  };
  await recordAudit(prisma, {
    actor: `staff:${by}`,
    action: 'staff_audit_log_exported',
    details: JSON.parse(JSON.stringify(details)) as AuditValues,
    address,
  });
  yield* exportPages((position) => listStaffAudit({ filter, ...position }));
}

/** Present and former staff members, for the filter. */
export async function listStaffAuditPeople(): Promise<{ id: string; name: string }[]> {
  return (await listStaff()).map(({ userId, name }) => ({ id: userId, name }));
}

/** An unknown ID is the position of nothing: the list starts again. */
async function findPosition(id: bigint): Promise<Position | null> {
  return prisma.auditEntry.findUnique({ where: { id }, select: { id: true, createdAt: true } });
}

async function toEntries(rows: readonly Row[]): Promise<StaffAuditEntry[]> {
  const accountIds = rows.flatMap(({ accountId }) => accountId ?? []);
  const [people, documents, accounts] = await Promise.all([
    findUserNames(rows.flatMap(({ actor, subject }) => [parseActorId(actor), subject])),
    findDocumentNames(rows.flatMap(({ subject }) => subject ?? [])),
    prisma.account.findMany({ where: { id: { in: accountIds } }, select: { id: true, name: true } }),
  ]);
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]));
  return rows.map(({ id, accountId, details, ...row }) => ({
    ...row,
    id: String(id),
    name: people.get(parseActorId(row.actor)) ?? null,
    account: accountId ? { id: accountId, name: accountNames.get(accountId) ?? accountId } : null,
    subjectName: (row.subject && (people.get(row.subject) ?? documents.get(row.subject))) ?? null,
    details: details ?? {},
  }));
}

/** Such as "bank statement (october.pdf)". */
async function findDocumentNames(subjects: readonly string[]): Promise<Map<string, string>> {
  const documents = await prisma.document.findMany({
    where: { id: { in: subjects.filter((subject) => isId('doc', subject)) } },
    select: { id: true, kind: true, fileName: true },
  });
  return new Map(
    documents.map(({ id, kind, fileName }) => [id, `${kind.replaceAll('_', ' ')} (${fileName})`]),
  );
}
