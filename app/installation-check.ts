import { checkDatabaseSafety } from '~/platform/database/database-safety';
import { checkConnections } from '~/platform/database/connection-checks';
import type { QueryClient } from '~/platform/database/query-client';
import type { Config } from '~/platform/config/config.server';
import { mergeFindings, type Findings } from '~/platform/config/findings';
import { restrictCoreDumps, checkProcessSafety } from '~/platform/config/process-safety';

/**
 * Checks the database and process for production mode, and reports all faults at once. Settings are absent
 * when they couldn't be parsed, and the database is an error when it doesn't respond.
 */
export async function checkInstallation(
  settings: Config | null,
  database: QueryClient | { error: Error },
): Promise<Findings> {
  const processContext = {
    env: process.env,
    execArgv: process.execArgv,
    userId: process.getuid?.(),
    dataDir: settings?.dataDir ?? (process.env.DATA_DIR || 'data'),
  };
  const databaseFindings =
    'error' in database
      ? toUnreachableFindings(database.error)
      : await Promise.all([
          checkDatabaseSafety(database, settings?.serverConnections ?? 0, settings?.processes),
          settings ? checkConnections(settings) : mergeFindings(),
        ]).then((findings) => mergeFindings(...findings), toUnreachableFindings);
  return mergeFindings(
    databaseFindings,
    checkProcessSafety(processContext),
    restrictCoreDumps(),
    settings ? checkSettings(settings) : mergeFindings(),
  );
}

function toUnreachableFindings(error: Error): Findings {
  return {
    refusals: [
      `DATABASE_URL: the database does not respond (${error.message || (error as NodeJS.ErrnoException).code})`,
    ],
    warnings: [],
  };
}

function checkSettings({ trustedProxies, clamavSocket, logLevel }: Config): Findings {
  const warnings = [];
  if (!trustedProxies)
    warnings.push(
      'TRUSTED_PROXIES: 0, so all requests seem to come from the TLS proxy, and one attacker can lock everyone out. Set it to the number of your proxies',
    );
  if (!clamavSocket) warnings.push('CLAMAV_SOCKET: not set, so documents are not scanned for viruses');
  if (['silent', 'fatal', 'error'].includes(logLevel))
    warnings.push(`LOG_LEVEL: ${logLevel} hides messages that operators need. Use info or warn`);
  return { refusals: [], warnings };
}
