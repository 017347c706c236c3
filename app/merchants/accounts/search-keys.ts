import type { Database } from '~/platform/database/db.server';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { hmacDigest } from '~/platform/secrets/secrets.server';

/** From the registration of an account, and from its last submitted application. */
export const registrationKeyKinds = ['ip_address', 'browser'] as const;
export const applicationKeyKinds = [
  'registration_number',
  'tax_number',
  'bank_account',
  'person',
  'document',
  'website',
  'email',
  'phone',
  'address',
] as const;

/** What two accounts can have in common. */
export type SearchKeyKind = (typeof applicationKeyKinds)[number] | (typeof registrationKeyKinds)[number];

export type SearchKey = {
  kind: SearchKeyKind;
  /** Normalized, so that it's equal however it was typed. Only its keyed hash is stored. */
  text: string;
};

/** Replaces the account's search keys of these kinds. */
export async function replaceSearchKeys(
  db: Database,
  accountId: string,
  kinds: readonly SearchKeyKind[],
  keys: readonly SearchKey[],
): Promise<void> {
  await db.accountSearchKey.deleteMany({ where: { accountId, kind: { in: [...kinds] } } });
  await db.accountSearchKey.createMany({
    data: keys.map(({ kind, text }) => ({
      accountId,
      kind,
      key: hmacDigest(requirePersistentKey('application-search'), `${kind} ${text}`),
    })),
    skipDuplicates: true,
  });
}
