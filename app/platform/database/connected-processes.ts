import type { QueryClient } from './query-client';

/** The Tillway processes that are connected to the database, as `process@machine version`. */
export async function listProcesses(database: QueryClient): Promise<string[]> {
  const { rows } = await database.query(
    `select distinct substring(application_name from 9) as name from pg_stat_activity where datname = current_database() and application_name like 'tillway %' order by name`,
  );
  return rows.map(({ name }) => String(name));
}
