import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { parseConfig, SettingError } from '~/platform/config/config.server';
import { pool, prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { log } from '~/platform/observability/log';
import { Secret } from '~/platform/secrets/secret';
import { prepareDatabase } from '~/startup';
import { expectConsoleError } from '../../tests/setup/errors';
import { buildMerchant } from '../../tests/world/merchants';
import { deleteCardToken, findCardToken, storeCard, listCardTokens, openCard } from './card-tokens';
import * as vaultKeys from './keys';
import { checkVaultKeys, rewrapCards } from './rotation';

const pan = '4242424242424242';
// The database refuses text with a zero byte.
const malformedId = 'tok_\0';

async function keep(accountId: string, { number = pan, environment = 'test' as Environment } = {}) {
  const card = { pan: new Secret(number), expiry: { month: 12, year: 2040 }, name: 'Ünusual Name' };
  const tokenId = await storeCard(prisma, {
    accountId,
    environment,
    externalId: 'customer-7',
    card,
    brand: 'visa',
    lastFour: number.slice(-4),
    expiry: '2040-12',
  });
  return { accountId, environment, tokenId };
}

const rowOf = ({ tokenId: id }: { tokenId: string }) => prisma.cardToken.findUniqueOrThrow({ where: { id } });
type Envelope = { sealed?: string | null; wrappedKey?: string | null; keyId?: string | null };
const write = ({ tokenId: id }: { tokenId: string }, { sealed, wrappedKey, keyId }: Envelope) =>
  prisma.cardToken.update({ where: { id }, data: { sealed, wrappedKey, keyId } });

const { listVaultKeys } = vaultKeys;
const spies: { mockRestore: () => void }[] = [];

/** Sets the keys of VAULT_KEYS, current key first. */
function useKeys(...ids: string[]) {
  const { vaultKeys: named } = parseConfig({
    VAULT_KEYS: ids
      .map((id) => `${id}:${(id.charCodeAt(0).toString(16) + '0').repeat(32).slice(0, 64)}`)
      .join(),
  });
  const all = (environment: Environment) =>
    listVaultKeys(environment, { vaultKeys: named, production: false, simulatedLive: true });
  const every = { test: all('test'), live: all('live') };
  spies.push(
    vi.spyOn(vaultKeys, 'listVaultKeys').mockImplementation((environment) => every[environment]),
    vi.spyOn(vaultKeys, 'getCurrentVaultKey').mockImplementation((environment) => every[environment][0]!),
    vi
      .spyOn(vaultKeys, 'findKey')
      .mockImplementation((environment, id) => every[environment].find((key) => key.id === id)),
  );
}

afterEach(async () => {
  for (const spy of spies.splice(0)) spy.mockRestore();
  // Other tests use the installation's keys.
  await prisma.$executeRaw`update card_tokens set sealed = null, wrapped_key = null, key_id = null, fingerprint = null, expiry = null, deleted_at = now() where key_id <> 'demo'`;
});

test('a saved card can be decrypted for its merchant alone, and is nowhere in plain text', async () => {
  const [owner, stranger] = [await buildMerchant(), await buildMerchant()];
  const place = await keep(owner.accountId);
  // The pool replaces the connection of a failed query by a new one without prepared statements.
  await expect(pool.query('select unknown')).rejects.toThrow();
  const { card } = (await openCard(place))!;
  expect({ pan: card.pan.reveal(), expiry: card.expiry, name: card.name }).toEqual({
    pan,
    expiry: { month: 12, year: 2040 },
    name: 'Ünusual Name',
  });
  expect(JSON.stringify(card)).not.toContain(pan);
  for (const other of [
    { ...place, accountId: stranger.accountId },
    { ...place, environment: 'live' as const },
    { ...place, tokenId: 'tok_x' },
    { ...place, tokenId: malformedId },
  ])
    expect(await openCard(other)).toBeNull();
  const row = JSON.stringify(await rowOf(place));
  for (const plain of [pan, Buffer.from(pan).toString('base64url'), 'Ünusual'])
    expect(row).not.toContain(plain);
});

test('a row that was swapped, changed or moved reveals no card', async () => {
  const [one, other] = [await buildMerchant(), await buildMerchant()];
  const [a, b, live] = [
    await keep(one.accountId),
    await keep(other.accountId),
    await keep(one.accountId, { environment: 'live' }),
  ];
  const [rowA, rowB, rowLive] = [await rowOf(a), await rowOf(b), await rowOf(live)];
  const flip = (text: string | null, at: number) => {
    const bytes = Buffer.from(text!, 'base64url');
    bytes[at]! ^= 1;
    return bytes.toString('base64url');
  };
  const changes: Envelope[] = [
    rowB,
    rowLive,
    { sealed: rowB.sealed },
    { wrappedKey: rowB.wrappedKey },
    { sealed: '' },
    { sealed: 'AA' },
  ];
  for (const at of [0, 11, 12, 27, 28, 40])
    changes.push({ sealed: flip(rowA.sealed, at) }, { wrappedKey: flip(rowA.wrappedKey, at) });
  for (const change of changes) {
    await write(a, change);
    await expect(openCard(a), JSON.stringify(change)).rejects.toThrow();
    await write(a, rowA);
  }
  // The complete row under another merchant, environment, or ID: it's found but can't be decrypted.
  for (const move of [{ accountId: other.accountId }, { environment: 'live' as const }]) {
    await prisma.cardToken.update({ where: { id: a.tokenId }, data: move });
    await expect(openCard({ ...a, ...move })).rejects.toThrow();
    await prisma.cardToken.update({
      where: { id: a.tokenId },
      data: { accountId: a.accountId, environment: 'test' },
    });
  }
  expect((await openCard(a))!.card.pan.reveal()).toBe(pan);
});

test('no two envelopes share a nonce, a key or a ciphertext', async () => {
  const { accountId } = await buildMerchant();
  const rows = await Promise.all(Array.from({ length: 40 }, async () => rowOf(await keep(accountId))));
  const parts = rows
    .flatMap(({ sealed, wrappedKey }) => [sealed!, wrappedKey!])
    .map((text) => Buffer.from(text, 'base64url'));
  expect(new Set(parts.map((bytes) => bytes.subarray(0, 12).toString('hex'))).size).toBe(80);
  expect(new Set(parts.map((bytes) => bytes.subarray(28).toString('hex'))).size).toBe(80);
});

test('the same card is recognized within one merchant and environment, and nowhere else', async () => {
  const [one, other] = [await buildMerchant(), await buildMerchant()];
  const places = [
    await keep(one.accountId),
    await keep(one.accountId),
    await keep(one.accountId, { number: '5555555555554444' }),
    await keep(one.accountId, { environment: 'live' }),
    await keep(other.accountId),
  ];
  const [first, again, ...others] = await Promise.all(
    places.map(async (place) => (await rowOf(place)).fingerprint),
  );
  expect(again).toBe(first);
  expect(new Set([first, ...others]).size).toBe(4);
  const { tokens } = await listCardTokens({ accountId: one.accountId, environment: 'test' });
  // Created within the same millisecond, they come in any order.
  const listed = tokens.map(({ lastFour, timesKept }) => `${lastFour} kept ${timesKept} times`);
  expect(listed.sort()).toEqual(['4242 kept 2 times', '4242 kept 2 times', '4444 kept 1 times']);
});

test('saved cards are listed in pages, newest first, each with the number of its copies on any page', async () => {
  const { accountId } = await buildMerchant();
  const place = { accountId, environment: 'test' as const };
  await keep(accountId, { environment: 'live' });
  const ids: string[] = [];
  for (let cards = 0; cards < 6; cards++) ids.push((await keep(accountId)).tokenId);
  // Created within the same millisecond, they come in any order.
  const newestFirst = ids.sort().reverse();
  await deleteCardToken({ ...place, id: newestFirst.pop()!, actor: 'portal:usr_1' });
  const page = async (limit: number, before?: string) => {
    const { tokens, before: next } = await listCardTokens({ ...place, limit, before });
    return { cards: tokens.map(({ id, timesKept }) => ({ id, timesKept })), next };
  };
  const cards = newestFirst.map((id) => ({ id, timesKept: 5 }));
  const first = await page(3);
  expect({
    first,
    second: await page(3, first.next!),
    whole: await page(5),
    empty: await page(3, ids.at(-1)),
  }).toEqual({
    first: { cards: cards.slice(0, 3), next: newestFirst[2] },
    second: { cards: cards.slice(3), next: null },
    whole: { cards, next: null },
    empty: { cards: [], next: null },
  });
});

test('a deleted card is erased, its row stays, and only its merchant can delete it', async () => {
  const [owner, stranger] = [await buildMerchant(), await buildMerchant()];
  const { tokenId: id, ...place } = await keep(owner.accountId);
  const by = { id, actor: `portal:${owner.ownerId}` as const };
  expect(await findCardToken({ ...place, id })).toEqual({
    id,
    externalId: 'customer-7',
    customerId: null,
    brand: 'visa',
    lastFour: '4242',
    expiry: '2040-12',
    merchantReason: null,
    closedAt: null,
    createdAt: expect.any(Date),
  });
  for (const other of [
    { ...place, id, accountId: stranger.accountId },
    { ...place, id, environment: 'live' as const },
    { ...place, id: malformedId },
  ])
    expect({
      found: await findCardToken(other),
      deleted: await deleteCardToken({ ...by, ...other }),
    }).toEqual({ found: null, deleted: false });
  expect({
    first: await deleteCardToken({ ...place, ...by }),
    second: await deleteCardToken({ ...place, ...by }),
  }).toEqual({ first: true, second: false });
  expect(await openCard({ ...place, tokenId: id })).toBeNull();
  expect(await findCardToken({ ...place, id })).toBeNull();
  expect(await rowOf({ tokenId: id })).toMatchObject({
    brand: 'visa',
    lastFour: '4242',
    expiry: null,
    fingerprint: null,
    sealed: null,
    wrappedKey: null,
    keyId: null,
    deletedAt: expect.any(Date),
  });
  expect(await prisma.auditEntry.findMany({ where: { subject: id } })).toMatchObject([
    {
      action: 'card_token_deleted',
      actor: `portal:${owner.ownerId}`,
      accountId: owner.accountId,
      details: { environment: 'test' },
    },
  ]);
});

test('keys are rotated while cards are read, and no read fails', async () => {
  const { accountId } = await buildMerchant();
  useKeys('a');
  const places = await Promise.all(Array.from({ length: 130 }, () => keep(accountId)));
  useKeys('b', 'a');
  let rotating = true;
  const reads = Array.from({ length: 4 }, async (_, reader) => {
    let read = 0;
    for (; rotating || read < 20; read++)
      expect((await openCard(places[(read * 7 + reader * 31) % places.length]!))!.card.pan.reveal()).toBe(
        pan,
      );
    return read;
  });
  await Promise.all([rewrapCards(), rewrapCards()]);
  rotating = false;
  await Promise.all(reads);
  expect(await prisma.cardToken.count({ where: { accountId, keyId: 'b' } })).toBe(130);
  // Nothing is left to do.
  expect(await rewrapCards()).toBe(0);
  useKeys('b');
  await checkVaultKeys();
  expect((await openCard(places[0]!))!.card.pan.reveal()).toBe(pan);
});

test("a card that can't be decrypted is reported, and doesn't stop the rotation of the others", async () => {
  const { accountId } = await buildMerchant();
  // The cards of other tests.
  useKeys('b');
  await rewrapCards();
  useKeys('a');
  const places = await Promise.all(Array.from({ length: 230 }, () => keep(accountId)));
  const ids = places.map(({ tokenId }) => tokenId).sort();
  // As many as one batch, before all others.
  await prisma.cardToken.updateMany({ where: { id: { in: ids.slice(0, 100) } }, data: { wrappedKey: 'AA' } });
  useKeys('b', 'a');
  expectConsoleError({
    message: 'card decryption failed',
    error: 'its key is missing, or its row was changed',
    fields: { environment: 'test', accountId, cardTokenId: ids[0] },
  });
  const infoSpy = vi.spyOn(log, 'info');
  onTestFinished(() => infoSpy.mockRestore());
  expect(await rewrapCards()).toBe(130);
  expect(vi.mocked(log.error).mock.calls.map(([, , fields]) => fields)).toEqual(
    ids.slice(0, 100).map((cardTokenId) => ({ environment: 'test', accountId, cardTokenId })),
  );
  expect(infoSpy.mock.calls).toEqual([
    ['cards re-encrypted with a new key', { environment: 'test', count: 130 }],
  ]);
});

test('the cards of an environment without keys stay as they are', async () => {
  const { accountId } = await buildMerchant();
  useKeys('a');
  const place = await keep(accountId, { environment: 'live' });
  useKeys('b', 'a');
  vi.mocked(vaultKeys.listVaultKeys).mockReturnValue([]);
  expect({ rewrapped: await rewrapCards(), row: await rowOf(place) }).toMatchObject({
    rewrapped: 0,
    row: { keyId: 'a' },
  });
});

test('a start without the keys of the stored cards fails, and names them', async () => {
  const { accountId } = await buildMerchant();
  useKeys('a');
  const place = await keep(accountId, { environment: 'live' });
  await checkVaultKeys();
  useKeys('b');
  await expect(prepareDatabase()).rejects.toThrow(
    new SettingError(
      'VAULT_KEYS: cards of the live environment are encrypted with the key a, which is missing',
    ),
  );
  await write(place, { keyId: 'b' });
  await expect(checkVaultKeys()).rejects.toThrow(
    new SettingError(
      'VAULT_KEYS: cards of the live environment are encrypted with the key b, but the key with that ID is a different one',
    ),
  );
});
