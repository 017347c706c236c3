import { checkDatabaseSafety, type QueryClient } from '~/platform/database/database-safety';
import type { Config } from '~/platform/config/config.server';
import { mergeFindings, type Findings } from '~/platform/config/findings';
import { restrictCoreDumps, checkProcessSafety } from '~/platform/config/process-safety';

/**
 * Looks at the database and the process as production mode needs them, and finds all that is wrong at once. Where the settings
 * themselves could not be read there are none, and where the database does not answer there is its error.
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
      : await checkDatabaseSafety(database, settings?.databasePool ?? 0).catch(toUnreachableFindings);
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
