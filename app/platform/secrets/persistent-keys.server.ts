import { randomBytes } from 'node:crypto';
import { SettingError } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { singleton } from '~/platform/concurrency/singleton.server';
import type { SealedColumn } from './reencryption.server';
import { getRootKeys } from './root-keys.server';
import { seal, unseal } from './secrets.server';

// Stored hashes used for lookups can't be recomputed with another key, because their input is gone. So their
// keys outlive SECRET_KEY, and are stored encrypted with it (docs/decisions/0029).
const purposes = [
  'recovery-codes',
  'throttles',
  'application-search',
  'idempotency/test',
  'idempotency/live',
  'card-testing/test',
  'card-testing/live',
  'vault/fingerprint/test',
  'vault/fingerprint/live',
  // For development only.
  'vault/demo',
  'demo/staff/reviewer',
  'demo/staff/support',
  'demo/staff/admin',
  'demo/authenticator/reviewer',
  'demo/authenticator/support',
  'demo/authenticator/admin',
] as const;

export type PersistentKeyPurpose = (typeof purposes)[number];

const key = 'lasting_keys';
const purpose = 'lasting-keys';
const loadedKeys = singleton('lasting-keys', () => new Map<string, Buffer>());

/**
 * A key that doesn't change with SECRET_KEY.
 * @throws before {@link loadPersistentKeys}
 */
export function requirePersistentKey(purpose: PersistentKeyPurpose): Buffer {
  const found = loadedKeys.get(purpose);
  if (!found) throw new Error('the lasting keys are not open yet');
  return found;
}

/** Where they're stored, for the rotation of SECRET_KEY. */
export const sealedPersistentKeys: SealedColumn = {
  label: 'hash keys',
  table: 'settings',
  keys: ['key'],
  where: `key = '${key}'`,
  value: 'value',
  assignment: 'value = $1',
  purpose: () => purpose,
};

/** Whether a process has ever started on this database. */
export async function hasPersistentKeys(): Promise<boolean> {
  return Boolean(await prisma.setting.findUnique({ where: { key } }));
}

/**
 * Part of every startup: loads them, and creates missing ones.
 * @throws SettingError when the database belongs to other keys
 */
export async function loadPersistentKeys(): Promise<void> {
  const row = await prisma.setting.findUnique({ where: { key } });
  const opened = row ? unseal(purpose, row.value) : '{}';
  if (opened === null) throw createWrongKeyError();
  const found = JSON.parse(opened) as Record<string, string>;
  const missing = purposes.filter((name) => !found[name]);
  if (missing.length) {
    const derive = row ? undefined : await findOriginalKey();
    const createdKeys = Object.fromEntries(
      missing.map((name) => [name, (derive?.(name) ?? randomBytes(32)).toString('hex')]),
    );
    const value = seal(purpose, JSON.stringify({ ...found, ...createdKeys }));
    // Of several processes that start together, one creates them, and the others read them.
    if (row) await prisma.setting.updateMany({ where: { key, value: row.value }, data: { value } });
    else await prisma.setting.createMany({ data: { key, value }, skipDuplicates: true });
    return loadPersistentKeys();
  }
  for (const name of purposes) loadedKeys.set(name, Buffer.from(found[name]!, 'hex'));
}

/** A database older than the persistent keys contains hashes made with keys derived from its SECRET_KEY. */
async function findOriginalKey(): Promise<((purpose: string) => Buffer) | undefined> {
  const originalFingerprint = await prisma.setting.findUnique({ where: { key: 'key_fingerprint' } });
  if (!originalFingerprint) return undefined;
  const root = getRootKeys().find(({ fingerprint }) => fingerprint === originalFingerprint.value);
  if (!root) throw createWrongKeyError();
  return root.derive;
}

function createWrongKeyError(): SettingError {
  return new SettingError(
    'SECRET_KEY: this database was created with another key. Set SECRET_KEY to that key, add it to OTHER_SECRET_KEYS, or use its DATA_DIR.',
  );
}
