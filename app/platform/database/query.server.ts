import { pool } from './db.server';

/**
 * With a `name`, the statement is prepared once per connection. `values` are the parameters $1, $2, and so
 * on.
 */
type Query = { name?: string; text: string; values?: readonly unknown[] };

/** Runs SQL that Prisma can't express, such as dynamic queries. Outside of any transaction. */
export async function queryRows<Row>({ name, text, values }: Query): Promise<Row[]> {
  return (await pool.query({ name, text, values: values && [...values] })).rows as Row[];
}

/**
 * Runs a statement without reading its rows.
 * @returns the number of selected or changed rows
 */
export async function executeQuery({ text, values }: Query): Promise<number> {
  return (await pool.query({ text, values: values && [...values] })).rowCount ?? 0;
}
