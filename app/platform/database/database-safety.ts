import type { Findings } from '~/platform/config/findings';
import { findRoleProblems, readRole } from './process-role';
import type { QueryClient } from './query-client';

/** The oldest supported PostgreSQL version, and the one that the tests use. */
const oldestVersion = 15;
const maximumSkewMs = 5_000;

type Settings = ReadonlyMap<string, string>;

const inspectedSettings = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'synchronous_standby_names',
  'log_statement',
  'log_min_duration_statement',
  'log_min_duration_sample',
  'log_statement_sample_rate',
  'log_transaction_sample_rate',
  'log_parameter_max_length',
  'log_parameter_max_length_on_error',
  'auto_explain.log_min_duration',
  'auto_explain.log_parameter_max_length',
  'server_version_num',
  'server_encoding',
  'data_checksums',
  'autovacuum',
  'wal_level',
  'archive_mode',
  'max_connections',
  'transaction_read_only',
  'zero_damaged_pages',
  'ignore_checksum_failure',
];

/** Whether a PostgreSQL server is suitable for real money: one line for each reason why not. */
export async function checkDatabaseSafety(
  database: QueryClient,
  poolSize: number,
  processes = 1,
): Promise<Findings> {
  const { rows: settings } = await database.query(
    'select name, setting from pg_settings where name = any($1)',
    [inspectedSettings],
  );
  const serverSettings: Settings = new Map(
    settings.map(({ name, setting }) => [String(name), String(setting)]),
  );
  const role = await readRole(database);
  const before = Date.now();
  const { rows } = await database.query(
    `select extract(epoch from clock_timestamp())::float8 * 1000 as now, (select count(*)::int from pg_stat_replication) as standbys`,
  );
  const { now, standbys } = rows[0] as { now: number; standbys: number };
  return {
    refusals: [
      ...findDurabilityProblems(serverSettings),
      ...findLoggingProblems(serverSettings),
      ...findCompatibilityProblems(serverSettings),
      ...findRoleProblems(role),
      ...checkClock(now - (before + Date.now()) / 2),
    ],
    warnings: [
      ...(role.mighty && !role.super
        ? [`DATABASE_URL: the role ${role.name} can replicate or bypass row security. Revoke these rights`]
        : []),
      ...(serverSettings.get('data_checksums') === 'off'
        ? ['data_checksums: off, so disk corruption goes unnoticed. Turn it on with pg_checksums']
        : []),
      ...(serverSettings.get('autovacuum') === 'off'
        ? ['autovacuum: off, so tables grow and queries slow down. Set it to on']
        : []),
      ...(serverSettings.get('archive_mode') === 'off' && !standbys
        ? [
            'archive_mode: off, and there is no standby, so losing the disk loses all payments since the last backup. Archive the WAL or add a standby',
          ]
        : []),
      ...(standbys ? findStandbyProblems(serverSettings) : []),
      ...(poolSize * (processes + 1) > Number(serverSettings.get('max_connections'))
        ? [
            `DATABASE_POOL: ${poolSize} connections per process leave no room for another process within max_connections (${serverSettings.get('max_connections')}). Raise max_connections or lower DATABASE_POOL`,
          ]
        : []),
    ],
  };
}

function findDurabilityProblems(serverSettings: Settings): string[] {
  const problems = [];
  if (serverSettings.get('fsync') === 'off')
    problems.push('fsync: off in PostgreSQL, so a power failure can corrupt the database. Set it to on');
  if (serverSettings.get('full_page_writes') === 'off')
    problems.push(
      'full_page_writes: off in PostgreSQL, so a power failure can leave half-written pages. Set it to on',
    );
  if (serverSettings.get('synchronous_commit') === 'off')
    problems.push(
      'synchronous_commit: off in PostgreSQL, so a crash can lose payments that were already confirmed. Set it to on',
    );
  for (const name of ['zero_damaged_pages', 'ignore_checksum_failure'])
    if (serverSettings.get(name) === 'on')
      problems.push(`${name}: on in PostgreSQL, so damaged rows disappear silently. Set it to off`);
  return problems;
}

/** Of a primary that has a standby. */
function findStandbyProblems(serverSettings: Settings): string[] {
  const lost =
    'so the standby may lack the newest payments. If the primary is lost, payments that were already confirmed are lost with it';
  if (!serverSettings.get('synchronous_standby_names'))
    return [
      `synchronous_standby_names: empty, ${lost}. Name the standby, or set synchronous_mode in Patroni`,
    ];
  if (serverSettings.get('synchronous_commit') === 'local')
    return [`synchronous_commit: local, ${lost}. Set it to on`];
  return [];
}

const parameterHint = 'Set log_parameter_max_length to 0, or this setting to';

/**
 * Statement parameters contain names, addresses, and encrypted cards, which don't belong in logs (threat
 * T15).
 */
function findLoggingProblems(serverSettings: Settings): string[] {
  const problems = [];
  const number = (name: string) => Number(serverSettings.get(name) ?? -1);
  if (number('log_parameter_max_length') !== 0) {
    if (['mod', 'all'].includes(serverSettings.get('log_statement') ?? ''))
      problems.push(
        `log_statement: ${serverSettings.get('log_statement')} in PostgreSQL, so its log contains merchant and payer data. ${parameterHint} ddl`,
      );
    if (number('log_min_duration_statement') >= 0)
      problems.push(
        `log_min_duration_statement: on in PostgreSQL, so its log contains merchant and payer data. ${parameterHint} -1`,
      );
    if (number('log_min_duration_sample') >= 0 && number('log_statement_sample_rate') > 0)
      problems.push(
        `log_min_duration_sample: on in PostgreSQL, so its log contains merchant and payer data. ${parameterHint} -1`,
      );
    if (number('log_transaction_sample_rate') > 0)
      problems.push(
        `log_transaction_sample_rate: on in PostgreSQL, so its log contains merchant and payer data. ${parameterHint} 0`,
      );
  }
  if ((serverSettings.get('log_parameter_max_length_on_error') ?? '0') !== '0')
    problems.push(
      'log_parameter_max_length_on_error: on in PostgreSQL, so its log contains merchant and payer data. Set it to 0',
    );
  if (number('auto_explain.log_min_duration') >= 0 && number('auto_explain.log_parameter_max_length') !== 0)
    problems.push(
      'auto_explain.log_parameter_max_length: not 0 in PostgreSQL, so its log contains merchant and payer data. Set it to 0',
    );
  return problems;
}

function findCompatibilityProblems(serverSettings: Settings): string[] {
  const problems = [];
  const version = Math.floor(Number(serverSettings.get('server_version_num')) / 10_000);
  if (version < oldestVersion)
    problems.push(
      `DATABASE_URL: PostgreSQL ${version} no longer receives security updates. Use ${oldestVersion} or newer`,
    );
  if (serverSettings.get('server_encoding') !== 'UTF8')
    problems.push(
      `DATABASE_URL: the database encoding is ${serverSettings.get('server_encoding')}, which can’t store every name. Create the database with encoding UTF8`,
    );
  if (serverSettings.get('transaction_read_only') === 'on')
    problems.push('DATABASE_URL: the database is read-only, like a standby. Use the primary');
  return problems;
}

function checkClock(skewMs: number): string[] {
  if (Math.abs(skewMs) <= maximumSkewMs) return [];
  return [
    `clock: the database is ${(Math.abs(skewMs) / 1000).toFixed(0)} s ${skewMs > 0 ? 'ahead of' : 'behind'} this machine, so tokens, codes, and holds expire at the wrong time. Synchronize both clocks with a time server`,
  ];
}
