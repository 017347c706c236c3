import { executeQuery, queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { lateApprovalOperator } from '~/payments/operations/late-approvals';
import { captureReleaseOperator } from '~/payments/transactions/payment-statements';

// The queries of the reconciliation. They add up the amounts in SQL, independently of the code that writes
// them, so that a mistake isn't repeated.

/**
 * A discrepancy. `subject`: a counter's name, or the reference of an operation, ledger entry, or payout. `connection_id`:
 * for kinds that may have no transaction.
 */
export type Discrepancy = {
  environment: Environment;
  kind: string;
  subject: string;
  transaction_id: string | null;
  connection_id?: string;
  expected: string;
  found: string;
};

/** The discrepancies of the next transactions by ID, and the last ID. Null after the end. */
export type ComparedSlice = { last: string | null; discrepancies: Discrepancy[] };

/** Compares the next transactions by ID with the imported statements, in a run started at `since`. */
export async function compareSlice(input: {
  after: string;
  limit: number;
  since: Date;
}): Promise<ComparedSlice> {
  const [slice] = await queryRows<ComparedSlice>({
    name: 'compare-slice',
    text: compareWithImported,
    values: [input.after, input.limit, input.since],
  });
  return slice!;
}

/**
 * Compares the next $2 transactions after $1 with their operations and with a ledger. `entries`: its table, in
 * which applied entries have a `handled_at`. `completeUntil`: the time until which it contains all entries of
 * the connection of `t`. Row by row through indexes, so that it's fast even on tables without statistics.
 */
export const buildComparison = (ledger: { entries: string; completeUntil: string }) => `
  with slice as (
    select * from transactions where id > $1 order by id limit $2
  ), compared as (
    select t.*, added.*, related.* from slice t,
      lateral (
        select
          coalesce(sum(amount) filter (where done and type in ('authorize', 'authcap')), 0) as authorized,
          coalesce(sum(amount) filter (where done and type in ('authcap', 'capture', 'partial_capture')), 0) as captured,
          coalesce(sum(amount) filter (where done and type = 'void'), 0) as voided,
          coalesce(sum(amount) filter (where done and type = 'expire'), 0) as expired,
          coalesce(sum(amount) filter (where done and type = 'refund'), 0) as refunded,
          coalesce(sum(amount) filter (where status = 'PENDING' and type in ('capture', 'partial_capture', 'void', 'expire')), 0) as holding,
          coalesce(bool_or(status = 'PENDING' and type in ('authorize', 'authcap', 'refund')), false) as pending
        from operations o, lateral (select o.status = 'SUCCEEDED' and o.reversed_by is null as done) as d
        where o.transaction_id = t.id and o.operator <> '${lateApprovalOperator}'
      ) as added,
      lateral (
        select
          coalesce(sum(order_amount) filter (where type = 'REFUND' and status = 'PENDING'), 0) as refunding,
          coalesce(sum(order_amount) filter (where type = 'REFUND' and status in ('CAPTURED', 'SETTLED')), 0) as refunds,
          coalesce(sum(chargeback_open) filter (where type = 'CHARGEBACK' and status = 'CAPTURED'), 0) as disputed,
          coalesce(sum(chargeback_open) filter (where type = 'CHARGEBACK' and status = 'SETTLED'), 0) as charged_back
        from transactions r where r.parent_id = t.id
      ) as related
  ), breaks as (
    select environment, 'counter_differs' as kind, subject, id as transaction_id, expected::text, found::text
    from compared t, lateral (values
      ('amount_authorized', t.amount_authorized, t.authorized, true),
      ('amount_captured', t.amount_captured, t.captured, t.type = 'PAYMENT'),
      ('amount_voided', t.amount_voided, t.voided, t.type = 'PAYMENT'),
      ('amount_expired', t.amount_expired, t.expired, true),
      ('amount_refunded', t.amount_refunded, t.refunded, true),
      ('amount_refunded, by refunds', t.amount_refunded, t.refunds, t.type = 'PAYMENT'),
      ('hold_reserved', t.hold_reserved, t.holding, true),
      ('refund_reserved', t.refund_reserved, t.refunding, true),
      ('chargeback_open', t.chargeback_open, t.disputed, t.type = 'PAYMENT'),
      ('amount_charged_back', t.amount_charged_back, t.charged_back, true)
    ) as counter (subject, found, expected, applies)
    where applies and found <> expected
    union all
    select environment, 'status_differs', 'status', id, expected, status
    from compared t, lateral (select case
      when t.type = 'CHARGEBACK' then case t.dispute_stage when 'won' then 'VOIDED' when 'lost' then 'SETTLED' else 'CAPTURED' end
      when t.pending then 'PENDING'
      when t.type = 'REFUND' and t.refunded > 0 then case when t.settled_at is null then 'CAPTURED' else 'SETTLED' end
      when t.authorized = 0 then 'DECLINED'
      when t.captured = t.authorized then case when t.settled_at is null then 'CAPTURED' else 'SETTLED' end
      when t.captured > 0 then 'PARTIAL_CAPTURED'
      when t.voided + t.expired < t.authorized then 'AUTHORIZED'
      when t.expired > 0 then 'EXPIRED'
      else 'VOIDED' end as expected) as s
    where expected <> status
    union all
    select t.environment, b.kind, o.id, t.id, b.expected, b.found
    from slice t join operations o on o.transaction_id = t.id
      left join ${ledger.entries} e on e.connection_id = t.connection_id and e.reference = o.id and e.kind in ('authorize', 'authcap', 'capture', 'void', 'refund'),
      lateral (values
        ('unknown_to_acquirer', o.type, 'nothing', e.reference is null and o.status = 'SUCCEEDED'
          and o.completed_at < ${ledger.completeUntil}),
        ('kind_differs', o.type, e.kind, e.kind <> case o.type when 'partial_capture' then 'capture' when 'expire' then 'void' else o.type end),
        ('amount_differs', o.amount::text, e.amount::text, e.amount <> o.amount),
        ('currency_differs', o.currency, e.currency, e.currency <> o.currency),
        ('outcome_differs', o.status, case when e.approved then 'approved' else 'declined' end,
          o.status = 'SUCCEEDED' and not e.approved
            or o.status = 'FAILED' and e.approved and not exists (select from operations undo where undo.id = o.reversed_by and undo.status <> 'FAILED')),
        ('duplicate_entry', '1', e.occurrences::text, e.occurrences > 1)
      ) as b (kind, expected, found, differs)
    where b.differs and o.status <> 'PENDING' and (t.type = 'PAYMENT' and o.type in ('authorize', 'authcap', 'capture', 'partial_capture', 'void', 'expire') and o.operator <> '${captureReleaseOperator}'
      or t.type = 'REFUND' and o.type = 'refund' or o.operator = '${lateApprovalOperator}')
    union all
    select t.environment, 'outcome_unknown', o.id, t.id, 'a final outcome', 'inquiries stopped'
    from slice t join operations o on o.transaction_id = t.id where o.status = 'PENDING' and o.inquire_at is null
    union all
    select t.environment, 'chargeback_differs', e.reference, t.id, t.status || ' ' || t.order_amount || ' ' || t.order_currency, e.kind || ' ' || e.amount || ' ' || e.currency
    from slice t join ${ledger.entries} e on e.connection_id = t.connection_id and e.reference = t.authorization_id and e.handled_at is not null
    where t.type = 'CHARGEBACK' and (e.amount <> t.order_amount or e.currency <> t.order_currency
      or e.kind = 'chargeback_won' and t.status <> 'VOIDED' or e.kind = 'chargeback_lost' and t.status <> 'SETTLED')
    union all
    select t.environment, 'refund_failed', o.id, t.id, 'DECLINED', t.status
    from slice t join operations o on o.transaction_id = t.id
      join ${ledger.entries} e on e.connection_id = t.connection_id and e.reference = o.id and e.kind = 'refund_failed' and e.handled_at is not null
    where t.type = 'REFUND' and t.status <> 'DECLINED'
    union all
    select t.environment, 'payout_amount_differs', p.acquirer_id, t.id, o.amount || ' ' || t.order_currency, abs(p.amount) || ' ' || p.currency
    from slice t join payout_entries p on p.transaction_id = t.id and p.amount is not null left join operations paid on paid.id = p.operation_id,
      lateral (select coalesce(paid.amount, t.order_amount) as amount) o
    where p.amount <> o.amount * case when p.kind in ('refund', 'chargeback') then -1 else 1 end or p.currency <> t.order_currency
  )
  select (select max(id) from slice) as last, coalesce((select jsonb_agg(breaks) from breaks), '[]') as discrepancies`;

const compareWithImported = buildComparison({
  entries: 'acquirer_statement_entries',
  completeUntil:
    '(select least($3, read_at) from acquirer_statements s where s.connection_id = t.connection_id)',
});

/**
 * Ledger entries read before a given time that belong to none of our operations, with the transaction whose
 * authorization they name, if it's ours.
 */
export async function findForeignEntries(before: Date): Promise<Discrepancy[]> {
  return queryRows<Discrepancy>({
    text: `select environment, 'unknown_to_us' as kind, reference || ' ' || kind as subject, (
      select t.id from operations o join transactions t on t.id = o.transaction_id
      where o.id = e."authorization" and t.connection_id = e.connection_id) as transaction_id, connection_id, 'nothing' as expected, amount || ' ' || currency as found
    from acquirer_statement_entries e
    where handled_at is null and read_at < $1 and not exists (
      select from operations o join transactions t on t.id = o.transaction_id
      where o.id = case when e.kind like 'chargeback%' then e."authorization" else e.reference end and t.connection_id = e.connection_id)
    order by sequence limit 1000`,
    values: [before],
  });
}

/**
 * Stores discrepancies.
 * @returns those that weren't open before
 */
export async function storeDiscrepancies(discrepancies: Discrepancy[]): Promise<Discrepancy[]> {
  if (discrepancies.length === 0) return [];
  const rows = await queryRows<Discrepancy & { is_new: boolean }>({
    text: `insert into discrepancies (environment, kind, subject, transaction_id, connection_id, expected, found)
    select distinct on (environment, kind, subject, transaction_id, connection_id) environment, kind, subject, transaction_id, connection_id, expected, found
    from jsonb_to_recordset($1::jsonb) as b (environment text, kind text, subject text, transaction_id text, connection_id text, expected text, found text)
    on conflict (environment, kind, subject, coalesce(transaction_id, ''), coalesce(connection_id, '')) where resolved_at is null
    do update set last_seen_at = now(), expected = excluded.expected, found = excluded.found
    returning *, xmax = 0 as is_new`,
    values: [JSON.stringify(discrepancies)],
  });
  return rows.filter(({ is_new }) => is_new);
}

/**
 * An acquirer reported an authorization, capture, or void as failed after we had recorded its success. Reconciliation can't
 * find it, so only staff resolve it.
 */
export const contradictionKind = 'failed_after_success';
/** The acquirer didn't reverse a payment that it had approved after we had declined it, so it keeps the payer's money. */
export const failedReversalKind = 'reversal_failed';
/** An acquirer without a ledger reported that a chargeback was won after we had recorded that it was lost, or the reverse. */
export const changedChargebackKind = 'chargeback_outcome_changed';
/** The kinds that only staff resolve. */
export const reportedKinds: readonly string[] = [
  contradictionKind,
  failedReversalKind,
  changedChargebackKind,
];

/**
 * Resolves the discrepancies of transactions in a range of IDs that a run started at `since` no longer found, except
 * `otherKinds`.
 */
export async function closeResolvedDiscrepancies({
  after,
  last,
  since,
  otherKinds = [],
}: {
  after: string;
  last: string | null;
  since: Date;
  otherKinds?: readonly string[];
}): Promise<void> {
  await executeQuery({
    text: `update discrepancies set resolved_at = now()
    where resolved_at is null and kind <> all ($4) and last_seen_at < $3 and (transaction_id is null or transaction_id > $1 and ($2::text is null or transaction_id <= $2))`,
    values: [after, last, since, [...reportedKinds, ...otherKinds]],
  });
}
