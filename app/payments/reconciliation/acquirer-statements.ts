import type { StatementEntry } from '~/acquirers/acquirer';
import { executeQuery } from '~/platform/database/query.server';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { hasLedger, listConnections, type LedgerConnection } from '~/payments/connections/connections';
import { closeChargeback, openChargeback } from '~/payments/disputes/chargebacks';
import { reverseLateApproval } from '~/payments/operations/late-approvals';
import { failRefund } from '~/payments/operations/refund-failures';

export const statementPageSize = 500;

/**
 * Imports new entries of the acquirers' ledgers for the reconciliation, and acts on events they report:
 * chargebacks, failed refunds, and approvals of declined payments. An acquirer that doesn't answer doesn't
 * block the others.
 * @returns how many entries were new
 * @throws the first acquirer's error, after all were read
 */
export async function importStatements(
  stopping?: AbortSignal,
  only?: { connectionId: string },
): Promise<number> {
  let total = 0;
  const failures: unknown[] = [];
  for (const connection of (await listConnections()).filter(hasLedger)) {
    if (only && connection.id !== only.connectionId) continue;
    try {
      // A page that isn't full is the end. Under load a ledger never stops growing, and the next run imports
      // the rest.
      let atEnd = false;
      while (!atEnd && !stopping?.aborted) {
        const page = await importNextPage(connection);
        total += page.stored;
        atEnd = page.atEnd;
      }
    } catch (error) {
      failures.push(error);
    }
    await processEntries(connection, stopping);
  }
  if (failures.length) throw failures[0];
  return total;
}

/** Imports one page of a ledger. If another reader was faster, nothing is stored, and it isn't the end. */
async function importNextPage({
  id: connectionId,
  environment,
  acquirer,
}: LedgerConnection): Promise<{ stored: number; atEnd: boolean }> {
  // Not an upsert, which reads first: of two first readers of a ledger, one would fail.
  await prisma.acquirerStatement.createMany({ data: { connectionId }, skipDuplicates: true });
  const statement = await prisma.acquirerStatement.findUniqueOrThrow({
    where: { connectionId },
  });
  const { entries, next } = await acquirer.readStatement(
    statement.cursor,
    statementPageSize,
    AbortSignal.timeout(config.acquirerTimeoutMs),
  );
  const rowCount = await executeQuery({
    text: storeEntries,
    values: [connectionId, environment, statement.cursor, next, JSON.stringify(entries.map(toRow))],
  });
  return rowCount
    ? { stored: entries.length, atEnd: entries.length < statementPageSize }
    : { stored: 0, atEnd: false };
}

/** An entry for {@link groupEntries}. */
export function toRow(
  { reference, authorization, kind, amountMinor, currency, ...rest }: StatementEntry,
  position: number,
) {
  const { approved = true, ...details } = rest as { approved?: boolean };
  return { position, reference, authorization, kind, amount: amountMinor, currency, approved, details };
}

// Whether an entry of the connection $1 agrees with its operation, so that nothing needs to be done. Each
// entry looks up its own operation. With `exists`, the planner may read all operations into a hash table.
const agrees = `kind in ('authorize', 'authcap', 'capture', 'void', 'refund')
        and (select o.status from operations o join transactions t on t.id = o.transaction_id where o.id = reference and t.connection_id = $1) = case when approved then 'SUCCEEDED' else 'FAILED' end`;

/** The entries of a page in SQL, each reference and kind once. `parameter`: the JSON of the rows. */
export const groupEntries = (parameter: string) => `
    select reference, kind, max("authorization") as authorization_reference, max(amount) as amount, max(currency) as currency, bool_or(approved) as approved,
      (array_agg(details))[1] as details, count(*)::int as occurrences, min(position) as position
    from jsonb_to_recordset(${parameter}::jsonb) as entry (position int, reference text, "authorization" text, kind text, amount bigint, currency text, approved boolean, details jsonb)
    group by reference, kind`;

// A reader that finds the cursor unchanged moves it and stores the entries. A second reader stores nothing.
const storeEntries = `
  with moved as (
    update acquirer_statements set cursor = $4, read_at = now() where connection_id = $1 and cursor is not distinct from $3
    returning connection_id
  ), given as (${groupEntries('$5')}
  ), kept as (
    insert into acquirer_statement_entries (connection_id, environment, reference, kind, "authorization", amount, currency, approved, details, occurrences, handled_at)
    select moved.connection_id, $2, reference, kind, authorization_reference, amount, currency, approved, details, occurrences,
      case when ${agrees} then now() end
    from moved cross join given order by position
    on conflict (connection_id, reference, kind) do update set occurrences = acquirer_statement_entries.occurrences + excluded.occurrences,
      approved = acquirer_statement_entries.approved or excluded.approved,
      handled_at = case when excluded.approved and not acquirer_statement_entries.approved then null else acquirer_statement_entries.handled_at end
  )
  select from moved`;

// An operation can become visible after its entry. Entries that now agree are closed in one statement.
const skipMatchingEntries = `
  update acquirer_statement_entries set handled_at = now() where sequence in (
    select sequence from acquirer_statement_entries where connection_id = $1 and handled_at is null and ${agrees} for update skip locked)`;

/**
 * In ledger order. An entry that can't be processed yet stays for the next run. The reconciliation reports
 * those that never can be.
 */
async function processEntries(connection: LedgerConnection, stopping?: AbortSignal): Promise<void> {
  await executeQuery({ text: skipMatchingEntries, values: [connection.id] });
  let last = 0n;
  for (;;) {
    const pendingEntries = await prisma.acquirerStatementEntry.findMany({
      where: { connectionId: connection.id, handledAt: null, sequence: { gt: last } },
      orderBy: { sequence: 'asc' },
      take: statementPageSize,
    });
    for (const row of pendingEntries) {
      if (stopping?.aborted) return;
      await processEntry(connection, row);
    }
    if (pendingEntries.length < statementPageSize) return;
    last = pendingEntries.at(-1)!.sequence;
  }
}

type EntryRow = {
  reference: string;
  kind: string;
  authorization: string;
  amount: number;
  currency: string;
  approved: boolean;
  details: unknown;
};

/** An entry that fails doesn't block the others. */
async function processEntry(
  { id: connectionId, environment }: LedgerConnection,
  { reference, kind, authorization, amount, currency, approved, details }: EntryRow,
): Promise<void> {
  const entry = {
    reference,
    kind,
    authorization,
    amountMinor: amount,
    currency,
    approved,
    ...(details as object),
  } as StatementEntry;
  try {
    if (await applyEntry(connectionId, entry))
      await prisma.acquirerStatementEntry.update({
        where: { connectionId_reference_kind: { connectionId, reference, kind } },
        data: { handledAt: new Date() },
      });
  } catch (error) {
    log.error('processing an acquirer’s entry', error, { environment, operationId: reference, code: kind });
  }
}

/** @returns false when nothing can be done about it yet */
async function applyEntry(connectionId: string, entry: StatementEntry): Promise<boolean> {
  switch (entry.kind) {
    case 'chargeback_opened':
      return openChargeback(connectionId, entry);
    case 'chargeback_won':
    case 'chargeback_lost':
      return closeChargeback(connectionId, entry);
    case 'refund_failed':
      return failRefund(connectionId, entry);
    default: {
      const operation = await prisma.operation.findFirst({
        where: { id: entry.reference, transaction: { connectionId } },
      });
      if (!operation || operation.status === 'PENDING') return false;
      if (entry.approved) await reverseLateApproval(operation.id);
      return true;
    }
  }
}
