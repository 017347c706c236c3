import { recordAudit, type AuditActor } from '~/audit/audit';
import { findUserNames } from '~/identity/users/user-names';
import { prisma } from '~/platform/database/db.server';
import { executeQuery, queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import type { BooksAudit as BooksAuditRow } from '~/platform/prisma/client';
import type { Discrepancy } from './discrepancies';

/** How many findings are stored. All are counted. */
const maximumFindings = 1_000;
/** A running audit records its progress at least every minute. After this time without it, its process has ended. */
const abandonedAfterMinutes = 5;
const listLength = 20;

/** The environment is that of the transaction. Null when the transaction is missing. */
export type Finding = Omit<Discrepancy, 'environment'> & { environment: Environment | null };

/** The number of rows of each kind. `keys`: idempotency keys. `entries`: of the acquirers' ledgers. */
export type RowCounts = Record<'transactions' | 'operations' | 'keys' | 'entries' | 'accounts', number>;

export type BooksAuditSummary = Pick<
  BooksAuditRow,
  'id' | 'error' | 'createdAt' | 'startedAt' | 'completedAt'
> & {
  state: 'requested' | 'running' | 'completed' | 'failed';
  /** The name of the person, or `Command line`. */
  requester: string;
  /** The names of the connections whose ledgers were read. */
  ledgers: string[];
  counts: Partial<RowCounts>;
  totalRows: number;
  findingCount: number;
};

export type BooksAudit = BooksAuditSummary & { findings: Finding[] };

/**
 * Requests an audit, which a timer starts within seconds.
 * @returns the audit, or the one that is already requested or running
 */
export async function requestBooksAudit(requestedBy: AuditActor, address?: string): Promise<string> {
  await failAbandonedAudits();
  const id = createId('aud');
  const isOpened = await prisma.$transaction(async (db) => {
    const { count } = await db.booksAudit.createMany({ data: { id, requestedBy }, skipDuplicates: true });
    if (count)
      await recordAudit(db, { actor: requestedBy, action: 'books_audit_requested', subject: id, address });
    return count === 1;
  });
  if (isOpened) return id;
  const open = await prisma.booksAudit.findFirst({ where: { state: { in: ['requested', 'running'] } } });
  // It may have ended in the meantime.
  return open?.id ?? requestBooksAudit(requestedBy, address);
}

/**
 * Fails an audit whose process ended, and deletes its copies of the ledgers. The audit may have been the cause, so it
 * isn't repeated.
 */
async function failAbandonedAudits(): Promise<void> {
  await executeQuery({
    text: `with abandoned as (
      update books_audits set state = 'failed', error = 'interrupted', completed_at = now()
      where state = 'running' and updated_at < now() - interval '${abandonedAfterMinutes} minutes' returning id
    )
    delete from audited_entries where audit_id in (select id from abandoned)`,
  });
}

/**
 * Starts a requested audit, in one process.
 * @returns its ID. Null when none is requested
 */
export async function claimBooksAudit(): Promise<string | null> {
  await failAbandonedAudits();
  const [claimed] = await queryRows<{ id: string }>({
    text: `update books_audits set state = 'running', started_at = now(), updated_at = now(), counts = '{}', findings = '[]', finding_count = 0,
      total_rows = (select count(*) from transactions) + (select count(*) from operations) + (select count(*) from idempotency_keys) + (select count(*) from accounts)
    where state = 'requested' returning id`,
  });
  return claimed?.id ?? null;
}

/**
 * Adds rows and findings to a running audit.
 * @returns false when it no longer runs, because another process failed it as abandoned
 */
export async function recordProgress(
  id: string,
  { rows, findings }: { rows: Partial<RowCounts>; findings: Finding[] },
): Promise<boolean> {
  const rowCount = await executeQuery({
    text: `update books_audits set updated_at = now(), finding_count = finding_count + $3,
      total_rows = total_rows + coalesce(($2::jsonb ->> 'entries')::bigint, 0),
      counts = counts || (select coalesce(jsonb_object_agg(key, value::bigint + coalesce((counts ->> key)::bigint, 0)), '{}') from jsonb_each_text($2::jsonb)),
      findings = findings || (select coalesce(jsonb_agg(value order by number), '[]') from jsonb_array_elements($4::jsonb) with ordinality as given (value, number)
        where number <= $5 - jsonb_array_length(findings))
    where id = $1 and state = 'running'`,
    values: [
      id,
      JSON.stringify(rows),
      findings.length,
      JSON.stringify(findings.slice(0, maximumFindings)),
      maximumFindings,
    ],
  });
  return rowCount === 1;
}

type AuditEnd =
  | { state: 'completed'; ledgers: string[] }
  | { state: 'failed'; error: string }
  /** The process stops. Another one starts the audit again. */
  | { state: 'requested' };

/** Ends a running audit and deletes its copies of the ledgers. */
export async function endBooksAudit(id: string, end: AuditEnd): Promise<void> {
  await prisma.booksAudit.updateMany({
    where: { id, state: 'running' },
    data: { ...end, completedAt: end.state === 'requested' ? null : new Date() },
  });
  await prisma.auditedEntry.deleteMany({ where: { auditId: id } });
}

/** The latest audits without their findings, newest first. */
export async function listBooksAudits(): Promise<BooksAuditSummary[]> {
  const rows = await prisma.booksAudit.findMany({
    omit: { findings: true },
    orderBy: { id: 'desc' },
    take: listLength,
  });
  return toSummaries(rows);
}

export async function findBooksAudit(id: string): Promise<BooksAudit | null> {
  const row = await prisma.booksAudit.findUnique({ where: { id } });
  if (!row) return null;
  const [summary] = await toSummaries([row]);
  return { ...summary!, findings: row.findings as Finding[] };
}

async function toSummaries(rows: Omit<BooksAuditRow, 'findings'>[]): Promise<BooksAuditSummary[]> {
  const getUserId = ({ requestedBy }: { requestedBy: string }) => /^staff:(.*)/.exec(requestedBy)?.[1];
  const names = await findUserNames(rows.map(getUserId));
  return rows.map((row) => ({
    id: row.id,
    state: row.state as BooksAudit['state'],
    requester: names.get(getUserId(row) ?? '') ?? 'Command line',
    ledgers: row.ledgers,
    counts: row.counts as Partial<RowCounts>,
    totalRows: Number(row.totalRows),
    findingCount: Number(row.findingCount),
    error: row.error,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
  }));
}
