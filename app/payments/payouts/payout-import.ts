import type { AcquirerPayout, PayoutEntry } from '~/acquirers/acquirer';
import { config } from '~/platform/config/config.server';
import { databaseNow, prisma } from '~/platform/database/db.server';
import { executeQuery, queryRows } from '~/platform/database/query.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { hasOneMerchant } from '~/payments/connections/acquirer-accounts';
import {
  findAccountReader,
  findAcquirerAccount,
  hasPayouts,
  listAccountReaders,
  readFromEach,
  type PayoutConnection,
} from '~/payments/connections/connections';
import { settlePaidOut } from '~/payments/operations/settlement';
import { matchPayoutEntries } from './payout-matching';

/** The status of a payout can change for this long: banks return some after days. */
const changeableMs = 35 * 86_400_000;
/** A payout with many entries takes many requests. */
const entriesTimeoutMs = 10 * 60_000;

/**
 * Lists the payouts of every account whose acquirer has a list, in case events were lost, and settles what all acquirers paid
 * out. Called by a timer. An acquirer that doesn't answer doesn't block the others.
 * @throws the first acquirer's error, after all were read
 */
export async function importPayouts(stopping?: AbortSignal, only?: { connectionId: string }): Promise<void> {
  const connections = await listAccountReaders(hasPayouts);
  const failures = await readFromEach(connections, listNewPayouts, { stopping, only });
  await readPayoutEntries(stopping, only);
  for (const { id, account } of connections) {
    if (stopping?.aborted) return;
    if (only && id !== only.connectionId) continue;
    // What an entry belongs to may have become known later than the payout, such as a dispute.
    await matchPayoutEntries(account);
    for (const connectionId of account.connectionIds) await settlePaidOut(connectionId);
  }
  if (failures.length) throw failures[0];
}

async function listNewPayouts({
  account: { firstId: connectionId },
  acquirer,
}: PayoutConnection): Promise<void> {
  if (!acquirer.listPayouts) return;
  const last = await prisma.payoutImport.findUnique({ where: { connectionId } });
  const readUntil = await databaseNow(prisma);
  const { createdAt } = await prisma.acquirerConnection.findUniqueOrThrow({ where: { id: connectionId } });
  const since = new Date((last?.readUntil ?? createdAt).getTime() - changeableMs);
  const payouts = await acquirer.listPayouts(since, AbortSignal.timeout(10 * config.acquirerTimeoutMs));
  for (const payout of payouts) await recordPayout(connectionId, payout);
  await prisma.payoutImport.upsert({
    where: { connectionId },
    create: { connectionId, readUntil },
    update: { readUntil },
  });
}

// A status that was read before a later one doesn't replace it. The amount is final.
const upsertPayout = `
  insert into payouts (id, connection_id, environment, acquirer_id, status, amount, currency, created_at, arrives_on, failure_reason, entries_due_at)
  select $1, id, environment, $3, $4, $5::bigint, $6, $7::timestamptz, $8::date, $9, case when $10::boolean then now() end from acquirer_connections where id = $2
  on conflict (connection_id, acquirer_id) do update set status = excluded.status, arrives_on = excluded.arrives_on,
    failure_reason = excluded.failure_reason, updated_at = now(),
    entries_due_at = case when payouts.entries_read_at is null then coalesce(payouts.entries_due_at, excluded.entries_due_at) end
  where array_position(array['pending', 'paid', 'failed'], excluded.status) >= array_position(array['pending', 'paid', 'failed'], payouts.status)`;

/** Records a payout with the first connection of its account, as its acquirer reports it now. Another job reads its entries. */
export async function recordPayout(connectionId: string, payout: AcquirerPayout): Promise<void> {
  const { id, status, amountMinor, currency, createdAt, arrivesOn, entries, failureReason } = payout;
  await executeQuery({
    text: upsertPayout,
    values: [
      createId('po', createdAt.getTime()),
      connectionId,
      id,
      status,
      amountMinor,
      currency,
      createdAt,
      arrivesOn.toISOString(),
      failureReason,
      entries === 'complete',
    ],
  });
}

type DuePayout = { id: string; connectionId: string; acquirerId: string };

// Leasing a payout postpones its next attempt, so that it's read again if this process dies.
const leaseDuePayouts = `
  update payouts set entries_due_at = now() + interval '15 minutes'
  where id in (
    select id from payouts where entries_due_at <= now() and ($1::text is null or connection_id = $1) order by entries_due_at limit 10 for update skip locked)
  returning id, connection_id as "connectionId", acquirer_id as "acquirerId"`;

/** Reads the entries of payouts that have none yet, and settles what arrived. Called by a timer. */
export async function readPayoutEntries(
  stopping?: AbortSignal,
  only?: { connectionId: string },
): Promise<void> {
  while (!stopping?.aborted) {
    const due = await queryRows<DuePayout>({ text: leaseDuePayouts, values: [only?.connectionId ?? null] });
    if (!due.length) break;
    // One that fails is read again later, and doesn't block the others.
    for (const payout of due)
      await readEntries(payout, stopping).catch((error: unknown) =>
        log.error('reading a payout', error, { row: `payouts ${payout.id}` }),
      );
  }
  if (!stopping?.aborted)
    for (const firstId of await markArrivedPayouts())
      for (const connectionId of (await findAcquirerAccount(firstId))?.connectionIds ?? [])
        await settlePaidOut(connectionId);
}

async function readEntries(
  { id, connectionId, acquirerId }: DuePayout,
  stopping?: AbortSignal,
): Promise<void> {
  const connection = await findAccountReader(connectionId, hasPayouts);
  if (!connection) return;
  const timeout = AbortSignal.timeout(entriesTimeoutMs);
  const signal = stopping ? AbortSignal.any([stopping, timeout]) : timeout;
  for await (const entries of connection.acquirer.listPayoutEntries(acquirerId, signal)) {
    signal.throwIfAborted();
    await storeEntries(id, entries);
  }
  await prisma.payout.update({ where: { id }, data: { entriesDueAt: null, entriesReadAt: new Date() } });
  await matchPayoutEntries(connection.account);
}

// An entry that was stored by an interrupted attempt stays as it is. Until it is matched with a transaction, it belongs to
// the only merchant of the account's connections, if there is one.
const insertEntries = `
  insert into payout_entries (connection_id, acquirer_id, payout_id, environment, kind, reference, "authorization", amount, currency, fee, net, exchange_rate, description, occurred_at, account_id)
  select p.connection_id, e.id, p.id, p.environment, e.kind, e.reference, e."authorization", e.amount, e.currency, e."feeMinor", e."netMinor", e."exchangeRate", e.description, e."occurredAt", case when ${hasOneMerchant('c')} then c.account_id end
  from payouts p join acquirer_connections c on c.id = p.connection_id, jsonb_to_recordset($2::jsonb) as e (
    id text, kind text, reference text, "authorization" text, amount bigint, currency text, "feeMinor" bigint, "netMinor" bigint, "exchangeRate" numeric, description text, "occurredAt" timestamptz)
  where p.id = $1
  on conflict (connection_id, acquirer_id) do nothing`;

async function storeEntries(payoutId: string, entries: readonly PayoutEntry[]): Promise<void> {
  const rows = entries.map(({ gross, ...entry }) => ({
    ...entry,
    amount: gross?.amountMinor ?? null,
    currency: gross?.currency ?? null,
  }));
  await executeQuery({ text: insertEntries, values: [payoutId, JSON.stringify(rows)] });
}

// The amount of a failed payout arrives with the payout that contains it.
const markArrived = `
  update payouts p set settled_at = now(), updated_at = now()
  where settled_at is null and entries_read_at is not null and (status = 'paid' or status = 'failed' and exists (
    select from payout_entries returned join payouts later on later.id = returned.payout_id
    where returned.connection_id = p.connection_id and returned.kind = 'other' and returned.reference = p.acquirer_id
      and later.settled_at is not null))
  returning connection_id as "connectionId"`;

/**
 * Marks the payouts whose money has arrived. A failed payout that comes back can fail again.
 * @returns the connections that have new ones
 */
async function markArrivedPayouts(): Promise<Set<string>> {
  const connections = new Set<string>();
  for (;;) {
    const marked = await queryRows<{ connectionId: string }>({ text: markArrived });
    if (!marked.length) return connections;
    for (const { connectionId } of marked) connections.add(connectionId);
  }
}
