import { countChainsAnchoredByOtherKeys } from '~/audit/anchors';
import { anchorChains } from '~/audit/chain-verification';
import { sealedSecondFactors } from '~/identity/second-factor/second-factor';
import { sealedCapturedMails } from '~/mail/mail-capture';
import { sealedMailCopies } from '~/mail/mail-copy';
import { sealedMails } from '~/mail/outbox';
import { sealedAnswers } from '~/merchants/applications/answers/sealed-answers';
import { sealedApplicationChecks } from '~/merchants/applications/checks/outside-checks';
import { sealedCheckoutSecrets } from '~/merchants/credentials/credentials';
import { SettingError } from '~/platform/config/config.server';
import type { QueryClient } from '~/platform/database/query-client';
import { pool } from '~/platform/database/db.server';
import { sealedPersistentKeys } from '~/platform/secrets/persistent-keys.server';
import { log } from '~/platform/observability/log';
import { countValuesByKey, reencryptColumn, type SealedColumn } from '~/platform/secrets/reencryption.server';
import { getRootKeys } from '~/platform/secrets/root-keys.server';
import { sealedEndpointSecrets } from '~/webhooks/endpoints/endpoint-secrets';
import { sealedConnectionSecrets } from './connection-secrets';

/** All data in the database that is encrypted with SECRET_KEY. */
const places: SealedColumn[] = [
  sealedPersistentKeys,
  sealedSecondFactors,
  ...sealedEndpointSecrets,
  sealedCheckoutSecrets,
  ...sealedConnectionSecrets,
  sealedMails,
  sealedMailCopies,
  sealedCapturedMails,
  ...sealedAnswers,
  sealedApplicationChecks,
];

/**
 * Re-encrypts the data of all OTHER_SECRET_KEYS with SECRET_KEY, and signs the audit log with it. Called by a
 * timer.
 * @returns how many were re-encrypted
 */
export async function reencryptSecrets(
  stopping: AbortSignal = new AbortController().signal,
): Promise<number> {
  // Without other keys, nothing is read.
  if (getRootKeys().length === 1) return 0;
  let reencrypted = 0;
  for (const place of places) reencrypted += await reencryptColumn(place, stopping);
  if (reencrypted) log.info('secrets re-encrypted with a new key', { count: reencrypted });
  await anchorChains(stopping);
  return reencrypted;
}

/** The data of one kind that a key encrypts or signs. */
type SealedCount = { id: string; label: string; count: number };

/** Counts the data encrypted with each key. Reads every encrypted value, so it's not for requests. */
async function countSecretsByKey(database: QueryClient = pool): Promise<SealedCount[]> {
  const { rows } = await database.query(
    `select left(value, 8) as id from settings where key = 'key_fingerprint'`,
  );
  // Data without a key ID was encrypted when there was only one key.
  const first = rows[0]?.id as string | undefined;
  const found: SealedCount[] = [];
  for (const place of places) {
    const counts = new Map<string, number>();
    for (const { id, count } of await countValuesByKey(place, database)) {
      const key = id || first;
      if (key) counts.set(key, (counts.get(key) ?? 0) + count);
    }
    found.push(...[...counts].map(([id, count]) => ({ id, label: place.label, count })));
  }
  return found;
}

/** During a rotation of SECRET_KEY: its ID, and what each other key still encrypts or signs. Otherwise null. */
export async function readKeyChange(): Promise<{
  current: string;
  others: { id: string; seals: { label: string; count: number }[] }[];
} | null> {
  const [current, ...others] = getRootKeys();
  if (!others.length) return null;
  const sealed = await countSecretsByKey();
  const chains = await countChainsAnchoredByOtherKeys([current.id]);
  const counts = [...sealed, ...chains.map((chain) => ({ label: 'audit chains', ...chain }))];
  return {
    current: current.id,
    others: others.map(({ id }) => ({
      id,
      seals: counts.filter((secrets) => secrets.id === id).map(({ label, count }) => ({ label, count })),
    })),
  };
}

/** One line for everything that none of the configured keys decrypts or verifies. */
export async function missingSecretKeys(database?: QueryClient): Promise<string[]> {
  const given = getRootKeys().map(({ id }) => id);
  const missing = (await countSecretsByKey(database)).filter(({ id }) => !given.includes(id));
  const chains = await countChainsAnchoredByOtherKeys(given, database);
  return [
    ...missing.map(
      ({ id, label, count }) =>
        `SECRET_KEY: ${label} (${count}) are encrypted with the key ${id}, which is missing. Add it to OTHER_SECRET_KEYS until they are re-encrypted`,
    ),
    ...chains.map(
      ({ id, count }) =>
        `SECRET_KEY: audit chains (${count}) are signed with the key ${id}, which is missing. Add it to OTHER_SECRET_KEYS until they are signed again`,
    ),
  ];
}

/**
 * Verifies that no data depends on a removed key.
 * @throws SettingError
 */
export async function checkSecretKeys(): Promise<void> {
  const lines = await missingSecretKeys();
  if (lines.length) throw new SettingError(...lines);
}
