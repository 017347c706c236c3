import type { Acquirer, StatementEntry } from '~/acquirers/acquirer';
import { acquirerFor } from '~/acquirers/registry';
import { config } from '~/platform/config.server';
import { pool, prisma } from '~/platform/db.server';
import { environments, type Environment } from '~/platform/environment';
import { closeChargeback, openChargeback } from './chargebacks';
import { undoLateApproval } from './late-approvals';
import { failRefund } from './refund-failures';

const entriesAtATime = 500;

/**
 * Reads on in the acquirers' books: keeps what they say for the reconciliation, and acts on what they tell of their own
 * accord: chargebacks, refunds that failed, approvals of what was recorded as declined. @returns how many entries were new
 */
export async function readStatements(): Promise<number> {
  let total = 0;
  for (const environment of environments) {
    const acquirer = acquirerFor(environment);
    if (!acquirer) continue;
    for (let read = entriesAtATime; read === entriesAtATime; total += read) read = await readOn(environment, acquirer);
    await actOnEntries(environment);
  }
  return total;
}

async function readOn(environment: Environment, acquirer: Acquirer): Promise<number> {
  const key = { environment, acquirer: acquirer.name };
  const statement = await prisma.acquirerStatement.upsert({ where: { environment_acquirer: key }, create: key, update: {} });
  const { entries, next } = await acquirer.readStatement(statement.cursor, entriesAtATime, AbortSignal.timeout(config.acquirerTimeoutMs));
  await pool.query(keepEntries, [environment, acquirer.name, statement.cursor, next, JSON.stringify(entries.map(toRow))]);
  return entries.length;
}

function toRow({ reference, authorization, kind, amountMinor, currency, ...rest }: StatementEntry, position: number) {
  const { approved = true, ...details } = rest as { approved?: boolean };
  return { position, reference, authorization, kind, amount: amountMinor, currency, approved, details };
}

// Whoever finds the cursor where it was read from moves it and keeps the entries; a second reader of them keeps nothing.
// Entries that stand for something we asked for are only kept, unless we know of no such operation, or had recorded it as
// failed: then there is something to be done.
const keepEntries = `
  with moved as (
    update acquirer_statements set cursor = $4, read_at = now() where environment = $1 and acquirer = $2 and cursor is not distinct from $3
    returning environment
  ), given as (
    select reference, kind, max("authorization") as authorization_reference, max(amount) as amount, max(currency) as currency, bool_and(approved) as approved,
      (array_agg(details))[1] as details, count(*)::int as times, min(position) as position
    from jsonb_to_recordset($5::jsonb) as entry (position int, reference text, "authorization" text, kind text, amount int, currency text, approved boolean, details jsonb)
    group by reference, kind
  )
  insert into acquirer_entries (environment, reference, kind, "authorization", amount, currency, approved, details, times, handled_at)
  select moved.environment, reference, kind, authorization_reference, amount, currency, approved, details, times,
    case when kind in ('authorize', 'authcap', 'capture', 'void', 'refund')
      and exists (select from operations o where o.id = reference and not (o.status = 'FAILED' and approved)) then now() end
  from moved, given order by position
  on conflict (environment, reference, kind) do update set times = acquirer_entries.times + excluded.times`;

/** In the order of the book. What cannot be done yet stays for the next time, and the reconciliation tells of it. */
async function actOnEntries(environment: Environment): Promise<void> {
  const waiting = await prisma.acquirerEntry.findMany({ where: { environment, handledAt: null }, orderBy: { sequence: 'asc' }, take: entriesAtATime });
  for (const { reference, kind, authorization, amount, currency, approved, details } of waiting) {
    const entry = { reference, kind, authorization, amountMinor: amount, currency, approved, ...(details as object) } as StatementEntry;
    if (await act(environment, entry)) await prisma.acquirerEntry.update({ where: { environment_reference_kind: { environment, reference, kind } }, data: { handledAt: new Date() } });
  }
}

async function act(environment: Environment, entry: StatementEntry): Promise<boolean> {
  switch (entry.kind) {
    case 'chargeback_opened':
      return openChargeback(environment, entry);
    case 'chargeback_won':
    case 'chargeback_lost':
      return closeChargeback(environment, entry);
    case 'refund_failed':
      return failRefund(environment, entry);
    default: {
      const operation = await prisma.operation.findUnique({ where: { id: entry.reference } });
      if (operation) await undoLateApproval(operation.id);
      return operation !== null;
    }
  }
}
