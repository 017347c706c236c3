import { pool } from './db.server';

/** A `name` prepares the statement once for each connection. `values` are the parameters $1, $2 and so on. */
type Query = { name?: string; text: string; values?: readonly unknown[] };

/** Runs SQL that Prisma can't express, such as queries that are built at run time. Outside of any transaction. */
export async function queryRows<Row>({ name, text, values }: Query): Promise<Row[]> {
  return (await pool.query({ name, text, values: values && [...values] })).rows as Row[];
}

/** Runs a statement whose rows nobody reads. @returns how many rows it selected or changed */
export async function executeQuery({ text, values }: Query): Promise<number> {
  return (await pool.query({ text, values: values && [...values] })).rowCount ?? 0;
}
