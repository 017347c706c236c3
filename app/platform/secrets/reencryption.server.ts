import { pool } from '~/platform/database/db.server';
import type { QueryClient } from '~/platform/database/query-client';
import { log } from '~/platform/observability/log';
import { getRootKeys } from './root-keys.server';
import { seal, unseal } from './secrets.server';

/**
 * Where encrypted values of one kind are stored: a table's rows by primary key and, as SQL, the encrypted
 * text and its replacement with $1. `where` skips rows without one in a large table.
 */
export type SealedColumn = {
  label: string;
  table: string;
  keys: string[];
  where?: string;
  value: string;
  assignment: string;
  purpose: (...keys: string[]) => string;
};

const batchSize = 100;

const buildFromClause = ({ table, value, where = 'true' }: SealedColumn) =>
  `from ${table} where ${where} and ${value} <> ''`;

/**
 * Re-encrypts values of other keys with SECRET_KEY, a few at a time. Concurrent readers get the old or new
 * value, and both can be decrypted. A value that changes in the meantime is left alone.
 * @returns how many were re-encrypted
 */
export async function reencryptColumn(column: SealedColumn, stopping: AbortSignal): Promise<number> {
  let reencryptedCount = 0;
  for (let after: string[] | undefined = []; after && !stopping.aborted;) {
    const rows: Row[] = await findRowsWithOldKey(column, after);
    for (const row of rows) reencryptedCount += await reencryptRow(column, row);
    after = rows.length === batchSize ? rows.at(-1)!.keys : undefined;
  }
  return reencryptedCount;
}

type Row = { keys: string[]; sealed: string };

async function findRowsWithOldKey(column: SealedColumn, after: string[]): Promise<Row[]> {
  const { keys, value } = column;
  const following = after.length
    ? `and (${keys.join()}) > (${keys.map((_, index) => `$${index + 2}`).join()})`
    : '';
  const { rows } = await pool.query<Row>(
    `select array[${keys.map((name) => `${name}::text`).join()}] as keys, ${value} as sealed ${buildFromClause(column)} and not starts_with(${value}, $1) ${following} order by ${keys.join()} limit ${batchSize}`,
    [`${getRootKeys()[0].id}.`, ...after],
  );
  return rows;
}

async function reencryptRow(
  { table, keys: names, value, assignment, purpose }: SealedColumn,
  { keys, sealed }: Row,
): Promise<number> {
  const text = unseal(purpose(...keys), sealed);
  if (text === null) {
    log.error('secret decryption failed', new Error('its key is missing, or its row was changed'), {
      row: `${table} ${keys.join(' ')}`,
    });
    return 0;
  }
  const { rowCount } = await pool.query(
    `update ${table} set ${assignment} where ${names.map((name, index) => `${name} = $${index + 3}`).join(' and ')} and ${value} = $2`,
    [seal(purpose(...keys), text), sealed, ...keys],
  );
  return rowCount ?? 0;
}

/** The number of values encrypted with each key, by its ID. '' without an ID. Reads all of them. */
export async function countValuesByKey(
  column: SealedColumn,
  database: QueryClient = pool,
): Promise<{ id: string; count: number }[]> {
  const { value } = column;
  const { rows } = await database.query(
    `select case when strpos(${value}, '.') = 9 then left(${value}, 8) else '' end as id, count(*)::int as count ${buildFromClause(column)} group by 1`,
  );
  return rows as { id: string; count: number }[];
}
