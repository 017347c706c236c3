import pg from 'pg';
import { mergeFindings, type Findings } from '~/platform/config/findings';
import { lookupOptions } from './lookup-options';

const timeoutMs = 10_000;
/** On a busy pooler, another client may take the connection in between. */
const attempts = 5;

type Urls = { [Name in 'databaseUrl' | 'paymentDatabaseUrl' | 'databaseReplicaUrl']?: string | undefined };

/**
 * Checks that the connection pooler in front of PostgreSQL, if there is one, is configured as in `deploy/pgbouncer.ini`, and
 * that the replica responds and is a replica.
 */
export async function checkConnections({
  databaseUrl,
  paymentDatabaseUrl,
  databaseReplicaUrl,
}: Urls): Promise<Findings> {
  if (!databaseUrl) return mergeFindings();
  paymentDatabaseUrl ??= databaseUrl;
  const setting = paymentDatabaseUrl === databaseUrl ? 'DATABASE_URL' : 'PAYMENT_DATABASE_URL';
  const findings = await Promise.all([
    findStatementProblems(databaseUrl).then((refusals) => ({ refusals, warnings: [] })),
    checkPaymentSettings(setting, paymentDatabaseUrl),
    databaseReplicaUrl
      ? findReplicaProblems(databaseReplicaUrl).then((warnings) => ({ refusals: [], warnings }))
      : mergeFindings(),
  ]);
  return mergeFindings(...findings);
}

const checkPaymentSettings = (setting: string, url: string): Promise<Findings> =>
  withClient({ connectionString: url, options: lookupOptions }, async (client) => {
    const { rows } = await client.query(`select current_setting('plan_cache_mode') as mode`);
    const warning = `${setting}: the connection pooler drops the settings that payments need, so some of their statements read whole tables. Set PAYMENT_DATABASE_URL to a pooler database that applies them with connect_query, as in deploy/pgbouncer.ini`;
    return { refusals: [], warnings: rows[0].mode === 'force_generic_plan' ? [] : [warning] };
  }).catch((error: Error) => ({
    refusals: [`${setting}: could not connect for payments (${describe(error)})`],
    warnings: [],
  }));

const findReplicaProblems = (url: string): Promise<string[]> =>
  withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query('select pg_is_in_recovery() as follows');
    return rows[0].follows
      ? []
      : ['DATABASE_REPLICA_URL: the server is not a replica, so lists and exports read from the primary'];
  }).catch((error: Error) => [
    `DATABASE_REPLICA_URL: the replica does not respond (${describe(error)}), so lists and exports read from the primary`,
  ]);

/** `prepared statement … does not exist` and `… already exists`. */
const lostStatementCodes = ['26000', '42P05'];

/** Each transaction may use a different connection to PostgreSQL, which must have the prepared statements, too. */
const findStatementProblems = (connectionString: string): Promise<string[]> =>
  withClient({ connectionString }, (one) =>
    withClient({ connectionString }, (other) => findLostStatements(one, other)),
  );

async function findLostStatements(one: pg.Client, other: pg.Client): Promise<string[]> {
  const statement = { name: 'pooler-check', text: 'select pg_backend_pid() as connection' };
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { rows: before } = await one.query(statement);
      await other.query('begin');
      const { rows: taken } = await other.query('select pg_backend_pid() as connection');
      // If `other` holds the connection on which `one` prepared its statement, `one` gets a different connection.
      await one.query(statement);
      await other.query('rollback');
      if (before[0].connection === taken[0].connection) break;
    }
    return [];
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (!code || !lostStatementCodes.includes(code)) throw error;
    return [
      `DATABASE_URL: the connection pooler loses prepared statements (${message}), so requests fail. Use PgBouncer 1.21 or newer with max_prepared_statements, as in deploy/pgbouncer.ini`,
    ];
  }
}

/** An AggregateError has only a code. */
const describe = ({ message, code }: Error & { code?: string }): string => message || String(code);

async function withClient<Result>(
  options: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    ...options,
  });
  try {
    // A connection error also fails the query, so it's reported there.
    client.on('error', () => {});
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
