import { prisma } from '~/platform/database/db.server';
import { executeQuery, queryRows } from '~/platform/database/query.server';
import { createId } from '~/platform/ids';
import { refundFailureOperator } from '~/payments/operations/refund-failures';
import { isSuccessfulCapture } from './payout-matching';

const dayMs = 86_400_000;
/** A new connection has payouts for this long before now, for the year of the demo. */
const firstDays = 366;

/** What the simulator charges, so that test payouts look like live ones: a share and a fixed amount in minor units. */
const captureFee = { percent: 2.9, fixed: 30 };
/** In minor units. */
export const simulatedChargebackFee = 1_500;

// What a simulated payout of the day before $3 contains. Entries that appeared late are in the next one.
const due = `
  select t.account_id, t.order_currency as currency, t.id as transaction_id, moved.*
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
      and exists (select from payout_entries e where e.operation_id = o.id and e.kind = 'refund')
    union all
    select null, 'chargeback', -s.amount, ${simulatedChargebackFee}, s.completed_at where s.type = 'chargeback' and t.type = 'CHARGEBACK'
    union all
    select null, 'chargeback_reversed', s.amount, 0, s.completed_at where s.type = 'dispute_won' and t.type = 'CHARGEBACK'
  ) moved
  where s.completed_at >= $2::timestamptz and s.completed_at < $3::timestamptz and t.connection_id = $1
    and not exists (
      select from payout_entries e where e.transaction_id = t.id and e.kind = moved.kind and e.operation_id is not distinct from moved.operation_id)`;

const findGroups = `select distinct account_id as "accountId", currency from (${due}) due order by currency`;

// One statement, so that a payout never appears without its entries.
const makePayouts = `
  with due as materialized (${due}
  ), made as (
    insert into payouts (id, connection_id, environment, acquirer_id, status, amount, currency, created_at, arrives_on, entries_read_at, settled_at)
    select p.id, c.id, c.environment, 'sim_' || p.id, 'paid', sum(due.gross - due.fee), p.currency, $3::timestamptz, $3::timestamptz at time zone 'UTC', now(), now()
    from jsonb_to_recordset($4::jsonb) as p (id text, "accountId" text, currency text)
      join due on due.account_id = p."accountId" and due.currency = p.currency
      join acquirer_connections c on c.id = $1
    group by p.id, c.id, p.currency
    returning id, connection_id, environment
  )
  insert into payout_entries (connection_id, acquirer_id, payout_id, environment, kind, amount, currency, fee, net, occurred_at, account_id, transaction_id, operation_id)
  select made.connection_id, 'sim_' || due.kind || '_' || coalesce(due.operation_id, due.transaction_id), made.id, made.environment, due.kind,
    due.gross, due.currency, due.fee, due.gross - due.fee, due.completed_at, due.account_id, due.transaction_id, due.operation_id
  from made join jsonb_to_recordset($4::jsonb) as p (id text, "accountId" text, currency text) on p.id = made.id
    join due on due.account_id = p."accountId" and due.currency = p.currency`;

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
    const last = payoutImport?.readUntil.getTime() ?? today - firstDays * dayMs;
    for (let end = startOfDay(last) + dayMs; end <= today; end += dayMs) {
      if (stopping?.aborted) return;
      await makePayoutsOfDay(id, new Date(end));
    }
  }
}

const startOfDay = (time: number) => Math.floor(time / dayMs) * dayMs;

async function makePayoutsOfDay(connectionId: string, end: Date): Promise<void> {
  // The day before is read again, for what was written at its end.
  const values = [connectionId, new Date(end.getTime() - 2 * dayMs), end];
  const groups = await queryRows<{ accountId: string; currency: string }>({ text: findGroups, values });
  // The IDs order a day's payouts by currency in every list, newest first.
  const ids = groups
    .map(() => createId('po', end.getTime()))
    .sort()
    .reverse();
  const payouts = groups.map((group, place) => ({ ...group, id: ids[place]! }));
  if (payouts.length) await executeQuery({ text: makePayouts, values: [...values, JSON.stringify(payouts)] });
  await prisma.payoutImport.upsert({
    where: { connectionId },
    create: { connectionId, readUntil: end },
    update: { readUntil: end },
  });
}
