import { queryRows } from '~/platform/database/query.server';
import { config } from '~/platform/config/config.server';
import { listProcesses } from '~/platform/database/connected-processes';
import { checkDatabaseSafety } from '~/platform/database/database-safety';
import { isEmbedded, pool } from '~/platform/database/db.server';
import type { Findings } from '~/platform/config/findings';

type TableHealth = { name: string; bytes: number; live: number; dead: number; vacuumedAt: Date | null };
type DatabaseHealth = {
  version: string;
  bytes: number;
  connections: { active: number; idle: number; inTransaction: number; most: number };
  /** In seconds. 0 when only this query's transaction is open. */
  longestTransaction: number;
  standbys: { state: string; behindBytes: number }[];
  settings: { name: string; setting: string }[];
  /** What makes the database unsuitable for real money, and what operators should know. */
  findings: Findings;
  tables: TableHealth[];
  /** The connected Tillway processes as `process@machine`. None on the embedded database, which has one. */
  processes: string[];
};

const displayedSettings = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'wal_level',
  'archive_mode',
  'data_checksums',
  'autovacuum',
  'max_connections',
];

/** PostgreSQL's own statistics. No table is read. */
export async function readDatabaseHealth(): Promise<DatabaseHealth> {
  const [[facts], standbys, settings, findings, tables, processes] = await Promise.all([
    query<
      Pick<DatabaseHealth, 'version' | 'bytes' | 'longestTransaction'> & DatabaseHealth['connections']
    >(`select
      current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes, current_setting('max_connections')::int as most,
      (count(*) filter (where state = 'active'))::int as active, (count(*) filter (where state = 'idle'))::int as idle,
      (count(*) filter (where state like 'idle in transaction%'))::int as "inTransaction",
      coalesce(max(extract(epoch from now() - xact_start)) filter (where pid <> pg_backend_pid()), 0)::float8 as "longestTransaction"
      from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`),
    query<DatabaseHealth['standbys'][number]>(
      `select coalesce(state, 'connected') as state, coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::float8 as "behindBytes" from pg_stat_replication`,
    ),
    query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name = any($1) order by name`,
      [displayedSettings],
    ),
    checkDatabaseSafety(pool, config.serverConnections, config.processes),
    query<TableHealth>(`select relname as name, pg_total_relation_size(relid)::float8 as bytes, n_live_tup::float8 as live, n_dead_tup::float8 as dead, greatest(last_vacuum, last_autovacuum) as "vacuumedAt"
      from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit 10`),
    listProcesses(pool),
  ]);
  const { version, bytes, longestTransaction, ...connections } = facts!;
  return {
    version,
    bytes,
    connections,
    longestTransaction,
    standbys,
    settings,
    findings,
    tables,
    processes: isEmbedded ? [] : processes,
  };
}

async function query<Row>(text: string, values?: unknown[]): Promise<Row[]> {
  return queryRows<Row>({ text, values });
}
