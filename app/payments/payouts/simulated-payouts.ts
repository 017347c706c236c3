import { prisma } from '~/platform/database/db.server';
import { executeQuery, queryRows } from '~/platform/database/query.server';
import { createId } from '~/platform/ids';
import { refundFailureOperator } from '~/payments/operations/refund-failures';
import { isSuccessfulCapture } from './payout-matching';

const dayMs = 86_400_000;
/** A new connection has payouts for this long before now, for the year of the demo. */
const firstDays = 366;
/** In one statement. */
const maximumDays = 31;

/** What the simulator charges, so that test payouts look like live ones: a share and a fixed amount in minor units. */
const captureFee = { percent: 2.9, fixed: 30 };
/** In minor units. */
export const simulatedChargebackFee = 1_500;

const isDue = (operation: string) =>
  `${operation}.completed_at >= $2::timestamptz - interval '24 hours' and ${operation}.completed_at < $3::timestamptz`;

// What the simulated payouts of the days from $2 to $3 contain. A payout is made at the end of its day. Entries of the day
// before $2 that appeared late are in the first one. A refund comes back only if it is in a payout, maybe of the same days.
const due = `
  select t.account_id, t.order_currency as currency, t.id as transaction_id, moved.*,
    greatest(date_trunc('day', s.completed_at, 'UTC'), $2::timestamptz) + interval '24 hours' as paid_at
  from operations s join transactions t on t.id = s.transaction_id, lateral (
    select o.id as operation_id, 'capture' as kind, o.amount as gross,
      round(o.amount * ${captureFee.percent} / 100.0)::bigint + ${captureFee.fixed} as fee, o.completed_at
    from operations o where s.type = 'settle' and t.type = 'PAYMENT' and o.transaction_id = t.id and ${isSuccessfulCapture}
    union all
    select o.id, 'refund', -o.amount, 0, o.completed_at
    from operations o where s.type = 'settle' and t.type = 'REFUND' and o.transaction_id = t.id and o.type = 'refund' and o.status = 'SUCCEEDED'
    union all
    select o.id, 'refund_failed', o.amount, 0, s.completed_at
    from operations o where s.operator = '${refundFailureOperator}' and t.type = 'REFUND' and o.reversed_by = s.id and o.transaction_id = t.id
      and (exists (select from payout_entries e where e.operation_id = o.id and e.kind = 'refund')
        or exists (select from operations settled where settled.transaction_id = t.id and settled.type = 'settle' and ${isDue('settled')}))
    union all
    select null, 'chargeback', -s.amount, ${simulatedChargebackFee}, s.completed_at where s.type = 'chargeback' and t.type = 'CHARGEBACK'
    union all
    select null, 'chargeback_reversed', s.amount, 0, s.completed_at where s.type = 'dispute_won' and t.type = 'CHARGEBACK'
  ) moved
  where ${isDue('s')} and t.connection_id = $1
    and not exists (
      select from payout_entries e where e.transaction_id = t.id and e.kind = moved.kind and e.operation_id is not distinct from moved.operation_id)`;

const findGroups = `
  select distinct account_id as "accountId", currency, paid_at as "paidAt" from (${due}) due order by paid_at, currency desc`;

// One statement, so that a payout never appears without its entries.
const makePayouts = `
  with due as materialized (${due}
  ), planned as (
    select * from jsonb_to_recordset($4::jsonb) as p (id text, "accountId" text, currency text, "paidAt" timestamptz)
  ), made as (
    insert into payouts (id, connection_id, environment, acquirer_id, status, amount, currency, created_at, arrives_on, entries_read_at, settled_at)
    select p.id, c.id, c.environment, 'sim_' || p.id, 'paid', sum(due.gross - due.fee), p.currency, p."paidAt", p."paidAt" at time zone 'UTC', now(), now()
    from planned p join due on due.account_id = p."accountId" and due.currency = p.currency and due.paid_at = p."paidAt"
      join acquirer_connections c on c.id = $1
    group by p.id, c.id, p.currency, p."paidAt"
    returning id, connection_id, environment
  )
  insert into payout_entries (connection_id, acquirer_id, payout_id, environment, kind, amount, currency, fee, net, occurred_at, account_id, transaction_id, operation_id)
  select made.connection_id, 'sim_' || due.kind || '_' || coalesce(due.operation_id, due.transaction_id), made.id, made.environment, due.kind,
    due.gross, due.currency, due.fee, due.gross - due.fee, due.completed_at, due.account_id, due.transaction_id, due.operation_id
  from made join planned p on p.id = made.id
    join due on due.account_id = p."accountId" and due.currency = p.currency and due.paid_at = p."paidAt"`;

/**
 * Makes the payouts of the simulators: each merchant gets what settled on the day before in each currency, once a day in
 * UTC. Called by a timer.
 */
export async function makeSimulatedPayouts(stopping?: AbortSignal): Promise<void> {
  const connections = await prisma.acquirerConnection.findMany({
    where: { acquirer: 'simulator' },
    include: { payoutImport: true },
  });
  const today = startOfDay(Date.now());
  for (const { id, payoutImport } of connections) {
    let from = startOfDay(payoutImport?.readUntil.getTime() ?? today - firstDays * dayMs);
    while (from < today) {
      if (stopping?.aborted) return;
      const until = Math.min(from + maximumDays * dayMs, today);
      await makePayoutsOfDays(id, new Date(from), new Date(until));
      from = until;
    }
  }
}

const startOfDay = (time: number) => Math.floor(time / dayMs) * dayMs;

async function makePayoutsOfDays(connectionId: string, from: Date, until: Date): Promise<void> {
  const values = [connectionId, from, until];
  type Group = { accountId: string; currency: string; paidAt: Date };
  const groups = await queryRows<Group>({ text: findGroups, values });
  // The IDs order a day's payouts by currency in every list, newest first.
  const ids = groups.map(({ paidAt }) => createId('po', paidAt.getTime())).sort();
  const payouts = groups.map((group, place) => ({ ...group, id: ids[place]! }));
  if (payouts.length) await executeQuery({ text: makePayouts, values: [...values, JSON.stringify(payouts)] });
  await prisma.payoutImport.upsert({
    where: { connectionId },
    create: { connectionId, readUntil: until },
    update: { readUntil: until },
  });
}
