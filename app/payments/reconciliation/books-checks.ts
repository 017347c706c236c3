import { lateApprovalOperator } from '~/payments/operations/late-approvals';
import { refundFailureOperator } from '~/payments/operations/refund-failures';
import type { Connection } from '~/payments/connections/connections';
import { countOperations, dailyTotalNames } from '~/payments/reporting/daily-totals-statements';
import { queryRows } from '~/platform/database/query.server';
import { Prisma } from '~/platform/prisma/client';
import { prisma } from '~/platform/database/db.server';
import type { Finding, RowCounts } from './books-audit-records';
import { buildComparison, type ComparedSlice } from './discrepancies';

// What a books audit checks, in slices by primary key. Foreign keys, checks, and triggers prevent most of these
// discrepancies, but the owner of the tables can switch them off.

/** The ledgers of `connections`, which an audit began to copy at `since`. */
export type LedgerCopies = { auditId: string; since: Date; connections: readonly Connection[] };

const idsOf = ({ connections }: LedgerCopies) => connections.map(({ id }) => id);

/** The primary key after which the next slice starts. */
type Position = string[];

type Slice = { last: Position | null; rows: Partial<RowCounts>; findings: Finding[] };

type Check = { start: Position; readSlice: (after: Position, copies: LedgerCopies) => Promise<Slice> };

const sliceSize = 2_000;

/** Runs one query that returns `last`, `count`, and `findings`. `kind`: null for rows that are already counted. */
async function readSlice(
  kind: keyof RowCounts | null,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<Slice> {
  const [slice] = await queryRows<{ last: Position | null; count: number; findings: Finding[] }>({
    name,
    text,
    values,
  });
  const { last, count, findings } = slice!;
  return { last, rows: kind ? { [kind]: count } : {}, findings };
}

const compareWithCopy = buildComparison({
  entries: '(select *, now() as handled_at from audited_entries where audit_id = $4)',
  completeUntil: '(case when t.connection_id = any($5::text[]) then $3::timestamptz end)',
});

/** The counters, status, operations, and relations of transactions. */
async function checkTransactions(after: Position, copies: LedgerCopies): Promise<Slice> {
  const [compared] = await queryRows<ComparedSlice>({
    name: 'audit-transactions',
    text: compareWithCopy,
    values: [after[0], sliceSize, copies.since, copies.auditId, idsOf(copies)],
  });
  const related = await readSlice('transactions', {
    name: 'audit-relations',
    text: checkRelations,
    values: [after, sliceSize, copies.since, copies.auditId, idsOf(copies)],
  });
  return { ...related, findings: [...compared!.discrepancies, ...related.findings] };
}

const checkRelations = `
  with slice as (
    select * from transactions where id > ($1::text[])[1] order by id limit $2
  ), breaks as (
    select t.environment, b.kind, b.subject, t.id as transaction_id, b.expected, b.found
    from slice t left join transactions p on p.id = t.parent_id left join payment_intents i on i.id = t.intent_id
      left join idempotency_keys k on k.account_id = t.account_id and k.environment = t.environment and k.external_id = t.external_id
        and k.family = case t.type when 'REFUND' then 'refund' else 'transaction' end
      left join audited_entries e on e.audit_id = $4 and e.connection_id = t.connection_id and e.reference = t.authorization_id
        and e.kind = 'chargeback_opened' and t.type = 'CHARGEBACK',
      lateral (values
        ('parent_differs', t.parent_id, concat_ws(' ', t.account_id, t.connection_id, t.order_currency),
          concat_ws(' ', p.account_id, p.connection_id, p.order_currency),
          t.type <> 'PAYMENT' and (t.account_id, t.connection_id, t.order_currency, 'PAYMENT') is distinct from (p.account_id, p.connection_id, p.order_currency, p.type)),
        ('intent_differs', t.intent_id, concat_ws(' ', t.account_id, t.environment, t.external_id),
          concat_ws(' ', i.account_id, i.environment, i.external_id),
          t.intent_id is not null and (t.account_id, t.environment, t.external_id) is distinct from (i.account_id, i.environment, i.external_id)),
        ('key_missing', t.external_id, t.id, coalesce(k.resource_id, 'nothing'),
          (t.type = 'REFUND' or t.type = 'PAYMENT' and t.intent_id is null) and t.id is distinct from k.resource_id),
        ('settlement_differs', 'settled_at', case when t.settled_at is null then 'not settled' else 'settle operation' end,
          case when t.settled_at is null then 'settle operation' else 'nothing' end,
          t.type <> 'CHARGEBACK' and (t.settled_at is not null) <> exists (
            select from operations o where o.transaction_id = t.id and o.type = 'settle' and o.status = 'SUCCEEDED')),
        ('unknown_to_acquirer', t.authorization_id, 'chargeback', 'nothing',
          t.type = 'CHARGEBACK' and t.created_at < $3 and t.connection_id = any($5::text[]) and e.reference is null),
        ('unknown_to_acquirer', t.authorization_id, 'chargeback_' || t.dispute_stage, 'nothing',
          t.dispute_stage in ('won', 'lost') and t.updated_at < $3 and t.connection_id = any($5::text[]) and not exists (
            select from audited_entries closing where closing.audit_id = $4 and closing.connection_id = t.connection_id
              and closing.reference = t.authorization_id and closing.kind = 'chargeback_' || t.dispute_stage)),
        ('authorization_differs', t.authorization_id, p.authorization_id, e."authorization", e."authorization" <> p.authorization_id)
      ) as b (kind, subject, expected, found, differs)
    where b.differs
    union all
    select t.environment, 'key_missing', o.external_id, t.id, o.id, coalesce(k.operation_id, 'nothing')
    from slice t join operations o on o.transaction_id = t.id
      left join idempotency_keys k on k.account_id = t.account_id and k.environment = t.environment and k.family = 'operation' and k.external_id = o.external_id
    where t.type = 'PAYMENT' and o.type in ('capture', 'partial_capture', 'void') and o.external_id is not null and o.id is distinct from k.operation_id
  )
  select (select array[max(id)] from slice having count(*) > 0) as last, (select count(*)::int from slice) as count,
    coalesce((select jsonb_agg(breaks) from breaks), '[]') as findings`;

/**
 * The transaction of each operation, its authorization in the ledger, and what reversed it. An operation is reversed
 * in two cases: the payer's bank returned a refund, or an authorization was approved after it was recorded as declined.
 */
const checkOperations = `
  with slice as (
    select * from operations where id > ($1::text[])[1] order by id limit $2
  ), breaks as (
    select t.environment, b.kind, o.id as subject, o.transaction_id, b.expected, b.found
    from slice o left join transactions t on t.id = o.transaction_id
      left join operations undo on undo.id = o.reversed_by and undo.transaction_id = o.transaction_id
      left join operations undone on undone.reversed_by = o.id and undone.transaction_id = o.transaction_id
      left join audited_entries e on e.audit_id = $4 and e.connection_id = t.connection_id and e.reference = o.id
        and e.kind in ('authorize', 'authcap', 'capture', 'void', 'refund'),
      lateral (values
        ('transaction_missing', o.type, 'nothing', t.id is null),
        ('authorization_differs', t.authorization_id, e."authorization", e."authorization" <> t.authorization_id and t.type <> 'CHARGEBACK'),
        ('reversal_differs', 'not reversed', concat_ws(' ', 'reversed by', undo.operator, undo.type),
          o.reversed_by is not null and not coalesce(undo.amount = o.amount and (
            o.type = 'refund' and o.status = 'SUCCEEDED' and undo.type = 'refund' and undo.status = 'FAILED' and undo.operator = '${refundFailureOperator}'
            or o.type in ('authorize', 'authcap') and o.status = 'FAILED' and undo.type in ('void', 'refund') and undo.operator = '${lateApprovalOperator}'), false)),
        ('reversal_differs', 'a reversed operation', 'nothing',
          o.operator in ('${refundFailureOperator}', '${lateApprovalOperator}') and undone.id is null),
        ('unknown_to_acquirer', 'refund_failed', 'nothing',
          o.operator = '${refundFailureOperator}' and t.type = 'REFUND' and o.completed_at < $3 and t.connection_id = any($5::text[]) and not exists (
            select from audited_entries failure where failure.audit_id = $4 and failure.connection_id = t.connection_id
              and failure.reference = undone.id and failure.kind = 'refund_failed'))
      ) as b (kind, expected, found, differs)
    where b.differs
  )
  select (select array[max(id)] from slice having count(*) > 0) as last, (select count(*)::int from slice) as count,
    coalesce((select jsonb_agg(breaks) from breaks), '[]') as findings`;

/** The transaction and the operation of each idempotency key. */
const checkKeys = `
  with slice as (
    select * from idempotency_keys
    where (account_id, environment, family, external_id) > (($1::text[])[1], ($1::text[])[2], ($1::text[])[3], ($1::text[])[4])
    order by account_id, environment, family, external_id limit $2
  ), breaks as (
    select k.environment, b.kind, k.external_id as subject, k.resource_id as transaction_id, b.expected, b.found
    from slice k left join transactions t on t.id = k.resource_id and t.account_id = k.account_id and t.environment = k.environment
      left join operations o on o.id = k.operation_id and o.transaction_id = k.resource_id and o.external_id = k.external_id,
      lateral (values
        ('transaction_missing', k.family, 'nothing', t.id is null),
        ('key_differs', k.family, concat_ws(' ', t.type, coalesce(o.type, 'without operation')), t.id is not null and not case k.family
          when 'operation' then o.type in ('capture', 'partial_capture', 'void')
          when 'refund' then t.type = 'REFUND' and o.type = 'refund'
          else t.type = 'PAYMENT' and o.type in ('authorize', 'authcap') end is true)
      ) as b (kind, expected, found, differs)
    where k.family in ('transaction', 'operation', 'refund') and b.differs
  )
  select (select array[account_id, environment, family, external_id] from slice order by account_id desc, environment desc, family desc, external_id desc limit 1) as last,
    (select count(*)::int from slice) as count, coalesce((select jsonb_agg(breaks) from breaks), '[]') as findings`;

/**
 * Ledger entries without an operation or chargeback of ours. A chargeback is recorded only after the outcome of
 * its payment is known.
 */
const checkEntries = `
  with slice as (
    select * from audited_entries where audit_id = $3 and (connection_id, reference, kind) > (($1::text[])[1], ($1::text[])[2], ($1::text[])[3])
    order by connection_id, reference, kind limit $2
  ), breaks as (
    select e.environment, 'unknown_to_us' as kind, e.reference || ' ' || e.kind as subject, t.id as transaction_id, 'nothing' as expected,
      e.amount || ' ' || e.currency as found
    from slice e left join operations a on a.id = e."authorization" left join transactions t on t.id = a.transaction_id and t.connection_id = e.connection_id
    where case
      when e.kind = 'chargeback_opened' then t.status is distinct from 'PENDING' and not exists (
        select from transactions c where c.type = 'CHARGEBACK' and c.connection_id = e.connection_id and c.authorization_id = e.reference)
      when e.kind like 'chargeback%' then t.id is null
      else not exists (
        select from operations o join transactions owner on owner.id = o.transaction_id where o.id = e.reference and owner.connection_id = e.connection_id)
      end
  )
  select (select array[connection_id, reference, kind] from slice order by connection_id desc, reference desc, kind desc limit 1) as last,
    (select count(*)::int from slice) as count, coalesce((select jsonb_agg(breaks) from breaks), '[]') as findings`;

/** The daily totals of the next account, compared with its operations. */
async function checkDailyTotals(after: Position): Promise<Slice> {
  const account = await prisma.account.findFirst({
    where: { id: { gt: after[0] } },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  if (!account) return { last: null, rows: {}, findings: [] };
  const counted = countOperations(Prisma.sql`t.account_id = ${account.id} and o.completed_at < (
    select counted_until from daily_totals_watermark where id = 1)`);
  const findings = await prisma.$queryRaw<Finding[]>`
    with counted as (${counted})
    select environment, 'daily_total_differs' as kind, concat_ws(' ', ${account.id}::text, day, currency, name) as subject, null as transaction_id,
      coalesce(c.totals ->> name, '0') as expected, coalesce(d.totals ->> name, '0') as found
    from (select environment, day, currency, to_jsonb(counted) as totals from counted) as c
      full join (select environment, day, currency, to_jsonb(daily_totals) as totals from daily_totals where account_id = ${account.id}) as d
        using (environment, day, currency)
      cross join unnest(${dailyTotalNames}::text[]) as name
    where coalesce(c.totals ->> name, '0') <> coalesce(d.totals ->> name, '0')`;
  return { last: [account.id], rows: { accounts: 1 }, findings };
}

export const booksChecks: readonly Check[] = [
  { start: [''], readSlice: checkTransactions },
  {
    start: [''],
    readSlice: (after, copies) =>
      readSlice('operations', {
        name: 'audit-operations',
        text: checkOperations,
        values: [after, sliceSize, copies.since, copies.auditId, idsOf(copies)],
      }),
  },
  {
    start: ['', '', '', ''],
    readSlice: (after) =>
      readSlice('keys', { name: 'audit-keys', text: checkKeys, values: [after, sliceSize] }),
  },
  {
    start: ['', '', ''],
    readSlice: (after, { auditId }) =>
      readSlice(null, { name: 'audit-entries', text: checkEntries, values: [after, sliceSize, auditId] }),
  },
  { start: [''], readSlice: checkDailyTotals },
];
