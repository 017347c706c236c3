import { executeQuery, queryRows } from '~/platform/database/query.server';
import { getIdLowerBound } from '~/platform/ids';
import { hasPayouts, listAccountReaders, listConnections } from '~/payments/connections/connections';
import { isSuccessfulCapture } from '~/payments/payouts/payout-matching';
import type { Discrepancy } from './discrepancies';

/** An acquirer pays out captured money within this time. */
const payoutDays = 10;
/** Older payouts have been checked for as long. */
const checkedDays = 90;
const dayMs = 86_400_000;
/** Of each kind, so many are reported at a time. */
const limit = 1_000;

/** For an hour, an entry `e` of a payout `p` may belong to something that the acquirer announces later, such as a dispute. */
const isUnknown = `e.transaction_id is null and e.kind not in ('fee', 'other') and p.entries_read_at < now() - interval '1 hour'`;

const unknownEntries = `
  select e.environment, 'payout_entry_unknown' as kind, e.acquirer_id as subject, null as transaction_id, e.connection_id, 'nothing' as expected,
    e.kind || ' ' || e.net || ' ' || p.currency || ' in ' || p.acquirer_id as found
  from payout_entries e join payouts p on p.id = e.payout_id
  where e.connection_id = any($1) and p.id > $2 and ${isUnknown}
  order by e.payout_id desc, e.acquirer_id limit ${limit}`;

/** Whether the money of an operation `o` of a transaction `t` should be in a payout. */
const isMissing = `t.settled_at is null and t.status in ('CAPTURED', 'PARTIAL_CAPTURED')
  and (t.type = 'PAYMENT' and ${isSuccessfulCapture} or t.type = 'REFUND' and o.type = 'refund' and o.status = 'SUCCEEDED' and o.reversed_by is null)
  and o.completed_at < now() - interval '${payoutDays} days'
  and not exists (select from payout_entries e where e.operation_id = o.id and e.kind in ('capture', 'refund'))`;

const missingPayouts = `
  select t.environment, 'payout_missing' as kind, o.id as subject, t.id as transaction_id, t.connection_id, 'in a payout' as expected,
    o.type || ' ' || o.amount || ' ' || o.currency || ' of ' || to_char(o.completed_at at time zone 'UTC', 'YYYY-MM-DD') as found
  from transactions t join operations o on o.transaction_id = t.id
  where t.connection_id = any($1) and t.id < $2 and ${isMissing}
  order by t.id limit ${limit}`;

const hasWrongTotal = 'p.entries_read_at is not null and total.net <> p.amount';
const total =
  'lateral (select coalesce(sum(e.net), 0) as net from payout_entries e where e.payout_id = p.id) total';

const wrongTotals = `
  select p.environment, 'payout_total_differs' as kind, p.acquirer_id as subject, null as transaction_id, p.connection_id,
    p.amount || ' ' || p.currency as expected, total.net || ' ' || p.currency as found
  from payouts p, ${total}
  where p.connection_id = any($1) and p.id > $2 and ${hasWrongTotal}
  order by p.id limit ${limit}`;

/** Differences between our records and the payouts of acquirers that report them. */
export async function findPayoutDiscrepancies(): Promise<Discrepancy[]> {
  const connections = (await listConnections()).filter(hasPayouts).map(({ id }) => id);
  const accounts = (await listAccountReaders(hasPayouts)).map(({ account }) => account.firstId);
  const found = await Promise.all(
    (
      [
        [unknownEntries, accounts, getFirstCheckedPayout()],
        [missingPayouts, connections, getIdLowerBound('trx', before(payoutDays))],
        [wrongTotals, accounts, getFirstCheckedPayout()],
      ] as const
    ).map(([text, ids, bound]) => queryRows<Discrepancy>({ text, values: [ids, bound] })),
  );
  return found.flat();
}

const before = (days: number) => new Date(Date.now() - days * dayMs);
const getFirstCheckedPayout = () => getIdLowerBound('po', before(checkedDays));

/** The kinds of {@link findPayoutDiscrepancies}. */
export const payoutKinds: readonly string[] = [
  'payout_entry_unknown',
  'payout_missing',
  'payout_total_differs',
];

// Each one is looked up, because a run doesn't find those beyond its limit and of connections that can't be used now.
const closeResolved = `
  update discrepancies d set resolved_at = now()
  where d.resolved_at is null and (
    d.kind = 'payout_entry_unknown' and not exists (select from payout_entries e join payouts p on p.id = e.payout_id
      where e.connection_id = d.connection_id and e.acquirer_id = d.subject and p.id > $1 and ${isUnknown})
    or d.kind = 'payout_missing' and (d.connection_id = any($2) or not exists (select from operations o join transactions t on t.id = o.transaction_id
      where o.id = d.subject and ${isMissing}))
    or d.kind = 'payout_total_differs' and not exists (select from payouts p, ${total}
      where p.connection_id = d.connection_id and p.acquirer_id = d.subject and p.id > $1 and ${hasWrongTotal}))`;

/**
 * Resolves the payout discrepancies that no longer exist, that have been reported for 90 days, or whose acquirer doesn't
 * report its payouts any more.
 */
export async function closeResolvedPayoutDiscrepancies(): Promise<void> {
  const withoutPayouts = (await listConnections()).filter((one) => !hasPayouts(one)).map(({ id }) => id);
  await executeQuery({ text: closeResolved, values: [getFirstCheckedPayout(), withoutPayouts] });
}
