import { toArrayLiteral } from './array-literal';
import { toNumber } from './bigint';
import type pg from 'pg';
import { pool, type Database } from './db.server';
import { retryDeadlocks } from './deadlocks';

/**
 * With a `name`, the statement is prepared once per connection. `values` are the parameters $1, $2, and so
 * on.
 */
type Query = { name?: string; text: string; values?: readonly unknown[] };

/**
 * Runs SQL that Prisma can't express, such as dynamic queries, and SQL that returns amounts: bigint columns are
 * numbers here, but BigInt in Prisma's raw queries. On a pool, it runs outside of any transaction. In a transaction of
 * Prisma, it runs unprepared.
 */
export async function queryRows<Row>(
  { name, text, values = [] }: Query,
  db: Database | pg.Pool = pool,
): Promise<Row[]> {
  if ('$queryRawUnsafe' in db) return toNumbers(await db.$queryRawUnsafe<Row[]>(text, ...values));
  const parameters = values.map((value) => (Array.isArray(value) ? toArrayLiteral(value) : value));
  const { rows } = await retryDeadlocks(() => db.query({ name, text, values: parameters }));
  return rows as Row[];
}

function toNumbers<Row>(rows: Row[]): Row[] {
  return rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row as object).map(([name, value]) => [
          name,
          typeof value === 'bigint' ? toNumber(value) : (value as unknown),
        ]),
      ) as Row,
  );
}

/**
 * Runs a statement without reading its rows.
 * @returns the number of selected or changed rows
 */
export async function executeQuery({ text, values }: Query): Promise<number> {
  const { rowCount } = await retryDeadlocks(() => pool.query({ text, values: values && [...values] }));
  return rowCount ?? 0;
}
