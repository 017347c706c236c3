import type pg from 'pg';
import type { PastEntry, Statement, StatementEntry } from '~/acquirers/acquirer';
import { toRow } from '~/payments/reconciliation/acquirer-statements';
import type { LedgerConnection } from '~/payments/connections/connections';
import { prisma } from '~/platform/database/db.server';
import { insertRows, type Row } from './past-rows';

const timeoutMs = 60_000;
const pageSize = 1_000;
const importEveryMs = 5_000;

/** Entries of the acquirer's statement as imported, and the position after them. */
export type PastStatement = { connectionId: string; cursor: string; readAt: Date; entries: Row[] };

/**
 * Gives a year to the acquirer's ledger, and imports it like the product does every five seconds. Null when the
 * ledger also has other entries that aren't imported yet: the product then imports all of them.
 * @param entries oldest first
 */
export async function recordInLedger(
  { id: connectionId, environment, acquirer }: LedgerConnection,
  entries: readonly PastEntry[],
): Promise<PastStatement | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const imported = await prisma.acquirerStatement.findUnique({ where: { connectionId } });
  const before = imported?.cursor ?? null;
  const isComplete = (await acquirer.readStatement(before, 1, signal)).entries.length === 0;
  const cursor = await acquirer.simulateHistory!(entries, signal);
  if (!isComplete) return null;
  const times = entries.filter(({ kind }) => kind !== 'chargeback_answered').map(({ at }) => Date.parse(at));
  const importedAt = (index: number) => new Date(Math.ceil(times[index]! / importEveryMs) * importEveryMs);
  const statement = await readStatement(acquirer, before, signal);
  return {
    connectionId,
    cursor,
    readAt: importedAt(times.length - 1),
    entries: statement.map((entry, index) => {
      const { position: _position, ...row } = toRow(entry, index);
      const readAt = importedAt(index);
      return {
        connection_id: connectionId,
        environment,
        ...row,
        occurrences: 1,
        read_at: readAt,
        handled_at: readAt,
      };
    }),
  };
}

/** Stores the imported statement. */
export async function insertStatement(
  db: pg.ClientBase,
  { connectionId, cursor, readAt, entries }: PastStatement,
): Promise<void> {
  await db.query(
    `insert into acquirer_statements (connection_id, cursor, read_at) values ($1, $2, $3)
    on conflict (connection_id) do update set cursor = excluded.cursor, read_at = excluded.read_at`,
    [connectionId, cursor, readAt],
  );
  await insertRows(db, 'acquirer_statement_entries', entries);
}

async function readStatement(
  acquirer: LedgerConnection['acquirer'],
  after: string | null,
  signal: AbortSignal,
): Promise<StatementEntry[]> {
  const all: StatementEntry[] = [];
  for (let position = after; ;) {
    const { entries, next }: Statement = await acquirer.readStatement(position, pageSize, signal);
    all.push(...entries);
    if (entries.length < pageSize) return all;
    position = next;
  }
}
