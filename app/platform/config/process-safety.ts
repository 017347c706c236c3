import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Findings } from './findings';

type ProcessContext = {
  env: Record<string, string | undefined>;
  execArgv: readonly string[];
  userId?: number;
  dataDir: string;
  folder?: string;
};

/** Options that expose the process memory with keys and card numbers, or write it to a file. */
const memoryExposingOption =
  /^--(?:inspect|heapsnapshot-|heap-prof|cpu-prof|prof$|report-|diagnostic-report|abort-on-uncaught-exception|tls-keylog|trace-tls|experimental-network-inspection)/;

/** Whether the process memory, which contains card numbers, stays private. */
export function checkProcessSafety({
  env,
  execArgv,
  userId,
  dataDir,
  folder = '.',
}: ProcessContext): Findings {
  const options = [...(env.NODE_OPTIONS ?? '').split(/\s+/), ...execArgv].map((option) =>
    option.replaceAll('"', ''),
  );
  const refusals = [
    ...new Set(
      options
        .filter((option) => memoryExposingOption.test(option))
        .map((option) => option.replace(/=.*/, '')),
    ),
  ].map(
    (option) =>
      `NODE_OPTIONS: ${option} exposes the process memory, which contains card numbers and keys. Remove it`,
  );
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    refusals.push(
      'NODE_TLS_REJECT_UNAUTHORIZED: 0 lets anyone impersonate the acquirer, the bucket, or the mail server. Remove it, and set NODE_EXTRA_CA_CERTS to your certificate authority',
    );
  if (env.NODE_DEBUG) refusals.push('NODE_DEBUG: writes network traffic to the console. Remove it');
  if (env.SSLKEYLOGFILE)
    refusals.push('SSLKEYLOGFILE: lets anyone with that file decrypt all connections. Remove it');
  refusals.push(...findWorldReadableFiles([join(folder, '.env'), dataDir, join(dataDir, 'secret.key')]));
  const warnings = userId === 0 ? ['user: the process runs as root. Run it as a dedicated user'] : [];
  if (env.MIGRATION_DATABASE_URL)
    warnings.push(
      'MIGRATION_DATABASE_URL: set for this process, so an attacker in it can rewrite the audit log. Set it only for npm run migrate',
    );
  return { refusals, warnings };
}

/** Files that other users of the machine can read. */
export function findWorldReadableFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found || !(found.mode & 0o007)) return [];
    return [
      `${path}: readable by every user on this machine. Run: chmod ${found.isDirectory() ? '700' : '600'} ${path}`,
    ];
  });
}

/**
 * Excludes memory that may contain card numbers and keys from core dumps, through Linux's per-process
 * setting.
 * @returns a refusal when dumps are on and can't be emptied
 */
export function restrictCoreDumps(proc = '/proc/self'): Findings {
  const noFindings = { refusals: [], warnings: [] };
  try {
    writeFileSync(join(proc, 'coredump_filter'), '0x0');
    return noFindings;
  } catch {
    return areCoreDumpsOff(proc)
      ? noFindings
      : {
          ...noFindings,
          refusals: [
            'core dumps: a crash would write card numbers and keys to a file. Run with ulimit -c 0, or LimitCORE=0 in a systemd unit',
          ],
        };
  }
}

/** Other systems don't tell. */
function areCoreDumpsOff(proc: string): boolean {
  try {
    return /^Max core file size\s+0\s/m.test(readFileSync(join(proc, 'limits'), 'utf8'));
  } catch {
    return true;
  }
}
