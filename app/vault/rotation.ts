import { prisma } from '~/platform/db.server';
import { SettingError } from '~/platform/config.server';
import { environments, type Environment } from '~/platform/environment';
import { log } from '~/platform/log';
import { opens, rewrap, type Envelope, type Place } from './envelope';
import { currentKey, keysOf } from './keys';

const batch = 100;

type Row = { id: string; accountId: string; environment: Environment } & Omit<Envelope, 'sealed'>;

const placeOf = ({ id, accountId, environment }: Row): Place => ({ accountId, environment, tokenId: id });

/**
 * Takes the data keys of cards over to the key of new ones, a few at a time. Whoever reads a card meanwhile has its old
 * wrapping or its new one, and both keys open. @returns how many were taken over
 */
export async function rewrapCards(stopping: AbortSignal = new AbortController().signal): Promise<number> {
  let total = 0;
  for (const environment of environments) {
    if (!keysOf(environment).length) continue;
    let taken = 0;
    for (let count = batch; count === batch && !stopping.aborted; taken += count) count = await rewrapBatch(environment);
    if (taken) log.info('cards taken over to a new key', { environment, count: taken });
    total += taken;
  }
  return total;
}

async function rewrapBatch(environment: Environment): Promise<number> {
  const { id: current } = currentKey(environment);
  return prisma.$transaction(async (db) => {
    const rows = await db.$queryRaw<Row[]>`
      select id, account_id as "accountId", environment, key_id as "keyId", wrapped_key as "wrappedKey" from card_tokens
      where environment = ${environment} and key_id <> ${current} limit ${batch} for update skip locked`;
    // One that does not open keeps none of the others from being taken over.
    const opened = rows.filter((row) => opens(placeOf(row), row));
    if (opened.length < rows.length) log.error('cards that do not open', new Error('a key is missing, or a row was changed'), { environment, count: rows.length - opened.length });
    for (const row of opened) await db.cardToken.update({ where: { id: row.id }, data: rewrap(placeOf(row), row) });
    return opened.length;
  });
}

/** Makes sure that the keys of this start open what is kept: one card of every key that was ever used and still is. @throws SettingError naming the key */
export async function checkVaultKeys(): Promise<void> {
  const rows = await prisma.$queryRaw<Row[]>`
    select distinct on (environment, key_id) id, account_id as "accountId", environment, key_id as "keyId", wrapped_key as "wrappedKey" from card_tokens
    where key_id is not null order by environment, key_id, id`;
  for (const row of rows) {
    if (opens(placeOf(row), row)) continue;
    const isHere = keysOf(row.environment).some(({ id }) => id === row.keyId);
    throw new SettingError(`VAULT_KEYS: cards of the ${row.environment} environment are kept with the key ${row.keyId}, ${isHere ? 'and the key given under that id is another one' : 'which is missing'}`);
  }
}
