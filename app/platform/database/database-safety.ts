import type { Findings } from '~/platform/config/findings';

/** Only uses pg: `npm run check-settings` opens its own connection, even with invalid settings. */
export type QueryClient = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
};

/** The oldest supported PostgreSQL version, and the one that the tests use. */
const oldestVersion = 15;
const maximumSkewMs = 5_000;

type Settings = ReadonlyMap<string, string>;

const inspectedSettings = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
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
export async function checkDatabaseSafety(database: QueryClient, poolSize: number): Promise<Findings> {
  const { rows: settings } = await database.query(
    'select name, setting from pg_settings where name = any($1)',
    [inspectedSettings],
  );
  const serverSettings: Settings = new Map(
    settings.map(({ name, setting }) => [String(name), String(setting)]),
  );
  const before = Date.now();
  // A login role can act as another role and switch back at any time.
  const { rows } =
    await database.query(`select session_user as role, bool_or(rolsuper) as super, bool_or(rolbypassrls or rolcreaterole or rolreplication) as mighty,
    extract(epoch from clock_timestamp())::float8 * 1000 as now, (select count(*)::int from pg_stat_replication) as standbys from pg_roles where rolname in (session_user, current_user)`);
  const {
    role,
    super: isSuper,
    mighty,
    now,
    standbys,
  } = rows[0] as { role: string; super: boolean; mighty: boolean; now: number; standbys: number };
  return {
    refusals: [
      ...findDurabilityProblems(serverSettings),
      ...findLoggingProblems(serverSettings),
      ...findCompatibilityProblems(serverSettings),
      ...checkRole(role, isSuper),
      ...checkClock(now - (before + Date.now()) / 2),
    ],
    warnings: [
      ...(mighty && !isSuper
        ? [`DATABASE_URL: the role ${role} may make roles, replicate or pass row security; take that from it`]
        : []),
      ...(serverSettings.get('data_checksums') === 'off'
        ? [
            'data_checksums: off, so that a broken disk changes rows unnoticed; switch it on with pg_checksums',
          ]
        : []),
      ...(serverSettings.get('autovacuum') === 'off'
        ? ['autovacuum: off, so that tables grow and queries slow down; set it to on']
        : []),
      ...(serverSettings.get('archive_mode') === 'off' && !standbys
        ? [
            'archive_mode: off and no standby follows, so that a lost disk takes the payments since the last backup with it; archive the log or add a standby',
          ]
        : []),
      ...(poolSize * 2 > Number(serverSettings.get('max_connections'))
        ? [
            `DATABASE_POOL: ${poolSize} connections for each process leave no room for a second one below max_connections (${serverSettings.get('max_connections')}); raise that or lower this`,
          ]
        : []),
    ],
  };
}

function findDurabilityProblems(serverSettings: Settings): string[] {
  const problems = [];
  if (serverSettings.get('fsync') === 'off')
    problems.push('fsync: off in PostgreSQL, so that a power cut damages the database; set it to on');
  if (serverSettings.get('full_page_writes') === 'off')
    problems.push(
      'full_page_writes: off in PostgreSQL, so that a power cut leaves half-written pages; set it to on',
    );
  if (serverSettings.get('synchronous_commit') === 'off')
    problems.push(
      'synchronous_commit: off in PostgreSQL, so that a crash forgets payments that were answered; set it to on',
    );
  for (const name of ['zero_damaged_pages', 'ignore_checksum_failure'])
    if (serverSettings.get(name) === 'on')
      problems.push(`${name}: on in PostgreSQL, so that damaged rows vanish without a word; set it to off`);
  return problems;
}

const parameterHint = 'set log_parameter_max_length to 0, or this to';

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
        `log_statement: ${serverSettings.get('log_statement')} in PostgreSQL, so that its log gets what merchants and payers sent; ${parameterHint} ddl`,
      );
    if (number('log_min_duration_statement') >= 0)
      problems.push(
        `log_min_duration_statement: on in PostgreSQL, so that its log gets what merchants and payers sent; ${parameterHint} -1`,
      );
    if (number('log_min_duration_sample') >= 0 && number('log_statement_sample_rate') > 0)
      problems.push(
        `log_min_duration_sample: on in PostgreSQL, so that its log gets what merchants and payers sent; ${parameterHint} -1`,
      );
    if (number('log_transaction_sample_rate') > 0)
      problems.push(
        `log_transaction_sample_rate: on in PostgreSQL, so that its log gets what merchants and payers sent; ${parameterHint} 0`,
      );
  }
  if ((serverSettings.get('log_parameter_max_length_on_error') ?? '0') !== '0')
    problems.push(
      'log_parameter_max_length_on_error: on in PostgreSQL, so that its log gets what merchants and payers sent; set it to 0',
    );
  if (number('auto_explain.log_min_duration') >= 0 && number('auto_explain.log_parameter_max_length') !== 0)
    problems.push(
      'auto_explain.log_parameter_max_length: PostgreSQL’s log gets what merchants and payers sent; set it to 0',
    );
  return problems;
}

function findCompatibilityProblems(serverSettings: Settings): string[] {
  const problems = [];
  const version = Math.floor(Number(serverSettings.get('server_version_num')) / 10_000);
  if (version < oldestVersion)
    problems.push(
      `DATABASE_URL: PostgreSQL ${version} gets no security updates any more; take ${oldestVersion} or newer`,
    );
  if (serverSettings.get('server_encoding') !== 'UTF8')
    problems.push(
      `DATABASE_URL: the database is in ${serverSettings.get('server_encoding')}, which has no place for every name; make it with encoding UTF8`,
    );
  if (serverSettings.get('transaction_read_only') === 'on')
    problems.push('DATABASE_URL: the database can only be read, as a standby can; name the primary');
  return problems;
}

function checkRole(role: string, isSuper: boolean): string[] {
  return isSuper
    ? [
        `DATABASE_URL: the role ${role} is a superuser, who can switch off the guards of the audit log and run programs; use one with nosuperuser that owns its database alone`,
      ]
    : [];
}

function checkClock(skewMs: number): string[] {
  if (Math.abs(skewMs) <= maximumSkewMs) return [];
  return [
    `clock: the database is ${(Math.abs(skewMs) / 1000).toFixed(0)} s ${skewMs > 0 ? 'ahead of' : 'behind'} this machine, and tokens, codes and holds end at the wrong time; let both follow a time server`,
  ];
}
