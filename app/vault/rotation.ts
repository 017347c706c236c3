import { prisma } from '~/platform/database/db.server';
import { SettingError } from '~/platform/config/config.server';
import { environments, type Environment } from '~/platform/environment';
import { log } from '~/platform/observability/log';
import { canOpen, rewrap, type Envelope, type EncryptionContext } from './envelope';
import { getCurrentVaultKey, listVaultKeys } from './keys';

const batch = 100;

type Row = { id: string; accountId: string; environment: Environment } & Omit<Envelope, 'sealed'>;

const toEncryptionContext = ({ id, accountId, environment }: Row): EncryptionContext => ({
  accountId,
  environment,
  tokenId: id,
});

/**
 * Re-encrypts the data keys of cards with the current key, a few at a time. Concurrent readers get the old or
 * new version, and both can be decrypted.
 * @returns how many were re-encrypted
 */
export async function rewrapCards(stopping: AbortSignal = new AbortController().signal): Promise<number> {
  let total = 0;
  for (const environment of environments) {
    if (!listVaultKeys(environment).length) continue;
    let rewrapped = 0;
    for (const { keyId } of await listOneCardPerKey(environment)) {
      if (keyId === getCurrentVaultKey(environment).id) continue;
      for (let after: string | undefined = ''; after !== undefined && !stopping.aborted;) {
        const part = await rewrapPart({ environment, keyId, after });
        rewrapped += part.rewrapped;
        after = part.last;
      }
    }
    if (rewrapped) log.info('cards re-encrypted with a new key', { environment, count: rewrapped });
    total += rewrapped;
  }
  return total;
}

/** The next cards of one key after an ID. `last` is undefined at the end. */
async function rewrapPart({
  environment,
  keyId,
  after,
}: {
  environment: Environment;
  keyId: string;
  after: string;
}): Promise<{ rewrapped: number; last?: string }> {
  return prisma.$transaction(async (db) => {
    // Payments refer to the card's row and must not wait, so the lock leaves the row's key free.
    const rows = await db.$queryRaw<Row[]>`
      select id, account_id as "accountId", environment, key_id as "keyId", wrapped_key as "wrappedKey" from card_tokens
      where environment = ${environment} and key_id = ${keyId} and id > ${after} order by id limit ${batch} for no key update skip locked`;
    const opened = rows.filter((row) => canOpen(toEncryptionContext(row), row));
    for (const { id, accountId } of rows.filter((row) => !opened.includes(row)))
      log.error('card decryption failed', new Error('its key is missing, or its row was changed'), {
        environment,
        accountId,
        cardTokenId: id,
      });
    const wrapped = opened.map((row) => rewrap(toEncryptionContext(row), row).wrappedKey);
    await db.$executeRaw`
      update card_tokens as card set key_id = ${getCurrentVaultKey(environment).id}, wrapped_key = rewrapped.wrapped_key
      from unnest(${opened.map(({ id }) => id)}::text[], ${wrapped}::text[]) as rewrapped (id, wrapped_key) where card.id = rewrapped.id`;
    return { rewrapped: opened.length, last: rows.length === batch ? rows.at(-1)!.id : undefined };
  });
}

/**
 * One card of every key in use, found by skipping from key to key in the index instead of reading all cards.
 */
function listOneCardPerKey(environment: Environment): Promise<Row[]> {
  return prisma.$queryRaw<Row[]>`
    with recursive found as (
      (select id, account_id, key_id, wrapped_key from card_tokens where environment = ${environment} and key_id is not null order by key_id limit 1)
      union all
      select next.* from found, lateral (
        select id, account_id, key_id, wrapped_key from card_tokens where environment = ${environment} and key_id > found.key_id order by key_id limit 1
      ) as next
    )
    select id, account_id as "accountId", ${environment} as environment, key_id as "keyId", wrapped_key as "wrappedKey" from found`;
}

/**
 * Verifies that the configured keys decrypt one card of every key in use.
 * @throws SettingError naming the key
 */
export async function checkVaultKeys(): Promise<void> {
  for (const environment of environments) {
    for (const row of await listOneCardPerKey(environment)) {
      if (canOpen(toEncryptionContext(row), row)) continue;
      const isHere = listVaultKeys(environment).some(({ id }) => id === row.keyId);
      throw new SettingError(
        `VAULT_KEYS: cards of the ${environment} environment are encrypted with the key ${row.keyId}, ${isHere ? 'but the key with that ID is a different one' : 'which is missing'}`,
      );
    }
  }
}
