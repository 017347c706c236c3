import { applyMigrations, pendingMigrations } from './platform/migrations.server';
import { config, SettingError } from './platform/config.server';
import { pool, prisma } from './platform/db.server';
import { deriveKey, keyedDigest } from './platform/secrets.server';
import { checkVaultKeys } from './vault/rotation';
import { demoStaffLogins } from './identity/demo-staff';
import { demoApplicants, demoColleagues, demoCredentials, demoLogin } from '../prisma/seed';

/** Brings the database to this version, and makes sure it belongs to this installation's key. */
export async function prepareDatabase(): Promise<void> {
  const pending = await pendingMigrations(pool).catch((error: Error) => {
    throw new SettingError(`DATABASE_URL: the database does not answer (${error.message || (error as NodeJS.ErrnoException).code})`);
  });
  if (pending.length && config.production)
    throw new SettingError(`DATABASE_URL: the database is ${pending.length} migrations behind. Run: npm run migrate`);
  if (pending.length) await applyMigrations(pool);
  await checkKey();
  await checkVaultKeys();
}

/** What a person needs to begin, told when the start is done. */
export async function startSummary() {
  const demo = config.demo ? { login: demoLogin(), otherLogins: [...demoColleagues, ...demoApplicants], credentials: await demoCredentials(), staff: await demoStaffLogins() } : null;
  const mail = config.smtpUrl ? `sent through ${new URL(config.smtpUrl).host}` : `${config.addresses.portal}/dev/mailbox`;
  return { addresses: config.addresses, database: config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`, demo, mail };
}

/** Sealed values and tokens of one key are noise to another, so a database goes with one key. */
async function checkKey(): Promise<void> {
  const fingerprint = keyedDigest(deriveKey('fingerprint'), 'tillway');
  // Not an upsert, which looks first: of two processes that start together one would fail.
  await prisma.setting.createMany({ data: { key: 'key_fingerprint', value: fingerprint }, skipDuplicates: true });
  const { value } = await prisma.setting.findUniqueOrThrow({ where: { key: 'key_fingerprint' } });
  if (value !== fingerprint)
    throw new SettingError('SECRET_KEY: this database was made with another key. Set SECRET_KEY to that one, or share its DATA_DIR.');
}
