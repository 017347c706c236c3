import pg from 'pg';
import { checkInstallation } from '../../app/installation-check';
import type { Config } from '../../app/platform/config/config.server';
import { mergeFindings, type Findings } from '../../app/platform/config/findings';

// The question is always about real money, whatever the current settings.
const modeFindings = mergeFindings(
  process.env.NODE_ENV === 'production'
    ? mergeFindings()
    : {
        refusals: ['NODE_ENV: not production, so npm start would run the demo. Set NODE_ENV=production'],
        warnings: [],
      },
  process.env.DEMO === 'true'
    ? {
        refusals: ['DEMO: on, but the demo’s logins are public. Remove it'],
        warnings: [],
      }
    : mergeFindings(),
);
process.env.NODE_ENV = 'production';
process.env.DEMO = '';

const { settings, problems } = await readSettings();
const { refusals, warnings } = mergeFindings(
  modeFindings,
  { refusals: problems, warnings: [] },
  await checkAll(),
);
for (const line of refusals) console.log(line);
if (!process.argv.includes('--refusals')) {
  for (const line of warnings) console.log(`Warning: ${line}`);
  console.log(
    refusals.length
      ? `\n${refusals.length === 1 ? 'One problem prevents' : `${refusals.length} problems prevent`} startup in production mode.`
      : '\nReady to start in production mode.',
  );
}
process.exit(refusals.length ? 1 : 0);

async function readSettings(): Promise<{ settings: Config | null; problems: string[] }> {
  try {
    return { settings: (await import('../../app/platform/config/config.server')).config, problems: [] };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SettingError') throw error;
    return { settings: null, problems: error.message.split('\n') };
  }
}

async function checkAll(): Promise<Findings> {
  const url = process.env.DATABASE_URL ?? '';
  // A missing or invalid URL has been reported already.
  if (!/^postgres(ql)?:\/\/./.test(url)) return checkWithoutDatabase();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const found = await checkInstallation(settings, client);
    return settings ? mergeFindings(found, await (await import('./check-peers')).checkPeers(client)) : found;
  } catch (error) {
    return checkInstallation(settings, { error: error as Error });
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkWithoutDatabase(): Promise<Findings> {
  const { refusals, warnings } = await checkInstallation(settings, { error: new Error('not checked') });
  return { refusals: refusals.filter((line) => !line.startsWith('DATABASE_URL:')), warnings };
}
