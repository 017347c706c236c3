import { randomBytes } from 'node:crypto';
import { SettingError } from './config.server';
import { prisma } from './db.server';
import { once } from './once.server';
import type { SealedPlace } from './reseal.server';
import { rootKeys } from './root-keys.server';
import { seal, unseal } from './secrets.server';

// Hashes that are kept and looked up cannot be made anew with another key: what they were made of is not there any more.
// So their keys outlast SECRET_KEY, and are themselves sealed with it (docs/decisions/0029).
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
  // For trying out alone.
  'vault/demo',
  'demo/staff/reviewer',
  'demo/staff/support',
  'demo/staff/admin',
  'demo/authenticator/reviewer',
  'demo/authenticator/support',
  'demo/authenticator/admin',
] as const;

export type LastingPurpose = (typeof purposes)[number];

const key = 'lasting_keys';
const purpose = 'lasting-keys';
const kept = once('lasting-keys', () => new Map<string, Buffer>());

/** A key that stays when SECRET_KEY changes. @throws before {@link openLastingKeys} */
export function lastingKey(purpose: LastingPurpose): Buffer {
  const found = kept.get(purpose);
  if (!found) throw new Error('the lasting keys are not open yet');
  return found;
}

/** Where they lie, for those who change SECRET_KEY. */
export const sealedLastingKeys: SealedPlace = {
  what: 'the keys of hashes',
  table: 'settings',
  keys: ['key'],
  where: `key = '${key}'`,
  value: 'value',
  put: 'value = $1',
  purpose: () => purpose,
};

/** Part of every start: reads them, and makes those that are missing. @throws SettingError when this is a database of other keys */
export async function openLastingKeys(): Promise<void> {
  const row = await prisma.setting.findUnique({ where: { key } });
  const opened = row ? unseal(purpose, row.value) : '{}';
  if (opened === null) throw otherKeys();
  const found = JSON.parse(opened) as Record<string, string>;
  const missing = purposes.filter((name) => !found[name]);
  if (missing.length) {
    const derive = row ? undefined : await firstKey();
    const made = Object.fromEntries(
      missing.map((name) => [name, (derive?.(name) ?? randomBytes(32)).toString('hex')]),
    );
    const value = seal(purpose, JSON.stringify({ ...found, ...made }));
    // Of several processes that start together one is first, and the others take what it has made.
    if (row) await prisma.setting.updateMany({ where: { key, value: row.value }, data: { value } });
    else await prisma.setting.createMany({ data: { key, value }, skipDuplicates: true });
    return openLastingKeys();
  }
  for (const name of purposes) kept.set(name, Buffer.from(found[name]!, 'hex'));
}

/** A database that is older than the lasting keys has hashes already, made with keys derived from its SECRET_KEY. */
async function firstKey(): Promise<((purpose: string) => Buffer) | undefined> {
  const first = await prisma.setting.findUnique({ where: { key: 'key_fingerprint' } });
  if (!first) return undefined;
  const root = rootKeys().find(({ fingerprint }) => fingerprint === first.value);
  if (!root) throw otherKeys();
  return root.derive;
}

function otherKeys(): SettingError {
  return new SettingError(
    'SECRET_KEY: this database was made with another key. Set SECRET_KEY to that one, name it in OTHER_SECRET_KEYS, or share its DATA_DIR.',
  );
}
