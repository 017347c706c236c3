import { expect, test, vi } from 'vitest';
import { removeRedirectHost } from '~/merchants/redirect-hosts/redirect-hosts';
import * as database from '~/platform/database/db.server';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildMerchant, goLive } from '../../../tests/world/merchants';
import { buildCardIntent, buildCardToken } from '../../../tests/world/payments/card-tokens';
import { shopUrls } from '../../../tests/world/payments/payment-intents';
import { cardIntentPhases, createCardIntent, findCardIntent, toCardIntentObject } from './card-intents';

const operator = 'api:key_1';

test('a card intent is created once, with or without redirect URLs', async () => {
  const { accountId } = await buildMerchant({ name: 'Example Shop' });
  const actor = { accountId, environment: 'test', operator } as const;
  const reply = await createCardIntent(actor, { externalId: 'customer-7', redirectUrls: shopUrls });
  const body = JSON.parse((reply as { body: string }).body) as { intent_id: string; expires_at: string };
  const { intent_id: intentId, expires_at } = body;
  expect(reply).toMatchObject({ kind: 'done', replayed: false });
  expect(body).toEqual({
    intent_id: expect.stringMatching(/^int_/),
    reference_id: 'customer-7',
    valid_for: 60_000,
    expires_at,
  });
  expect(await findCardIntent({ accountId, environment: 'test', intentId })).toEqual({
    id: intentId,
    accountId,
    environment: 'test',
    externalId: 'customer-7',
    customerId: null,
    state: 'OPEN',
    successUrl: shopUrls.success,
    failureUrl: shopUrls.failure,
    merchantReason: null,
    attempts: 0,
    formIds: [],
    declines: 0,
    lastResult: null,
    leasedUntil: null,
    language: null,
    isAuthenticating: false,
    hasReturned: false,
    acceptsCards: true,
    threeDSecure: 'automatic',
    redirectedAt: null,
    cardTokenId: null,
    createdAt: expect.any(Date),
    expiresAt: new Date(expires_at),
    merchantName: 'Example Shop',
    card: null,
    phase: 'open',
  });
  expect(await createCardIntent(actor, { externalId: 'customer-7', redirectUrls: shopUrls })).toEqual({
    ...reply,
    replayed: true,
  });
  expect(await createCardIntent(actor, { externalId: 'customer-7' })).toEqual({
    kind: 'external_id_conflict',
    resourceId: intentId,
    differing: expect.arrayContaining(['redirect_urls.failure', 'redirect_urls.success']),
  });

  const without = await createCardIntent(actor, { externalId: 'customer-8' });
  expect(await createCardIntent(actor, { externalId: 'customer-8' })).toEqual({ ...without, replayed: true });
  const { intent_id } = JSON.parse((without as { body: string }).body) as { intent_id: string };
  expect(await findCardIntent({ accountId, environment: 'test', intentId: intent_id })).toMatchObject({
    successUrl: null,
    failureUrl: null,
  });
});

test('live redirects only to listed hosts, and a replay keeps its reply', async () => {
  const { accountId, ownerId } = await goLive(await buildMerchant());
  const actor = { accountId, environment: 'live', operator } as const;
  const failure = 'https://evil.example/no';
  expect(await createCardIntent(actor, { externalId: 'a', redirectUrls: { ...shopUrls, failure } })).toEqual({
    kind: 'host_not_listed',
    addresses: ['failure'],
  });
  const request = { externalId: 'a', redirectUrls: shopUrls };
  const reply = await createCardIntent(actor, request);
  await removeRedirectHost({ accountId, host: 'shop.example', removedBy: ownerId });
  expect(await createCardIntent(actor, request)).toEqual({ ...reply, replayed: true });
  expect(await createCardIntent(actor, { ...request, externalId: 'b' })).toMatchObject({
    kind: 'host_not_listed',
  });
  expect(await createCardIntent(actor, { externalId: 'c' })).toMatchObject({ kind: 'done' });
});

test('the phase of a card intent follows from its state and its end', async () => {
  const { address } = await buildCardIntent(await buildApiClient());
  const phaseAfter = async (data: object) => {
    await prisma.cardIntent.update({ where: { id: address.intentId }, data });
    const { phase, acceptsCards } = (await findCardIntent(address))!;
    expect(acceptsCards).toBe(phase === 'open');
    return phase;
  };
  const phases = {
    cancelled: await phaseAfter({ state: 'CANCELLED' }),
    failed: await phaseAfter({ state: 'BLOCKED' }),
    expired: await phaseAfter({ state: 'EXPIRED' }),
    open: await phaseAfter({ state: 'OPEN' }),
    late: await phaseAfter({ expiresAt: new Date(Date.now() - 60_000) }),
    failedLate: await phaseAfter({ state: 'BLOCKED' }),
  };
  expect(phases).toEqual({
    cancelled: 'cancelled',
    failed: 'failed',
    expired: 'expired',
    open: 'open',
    late: 'expired',
    failedLate: 'failed',
  });
  // The end itself is already too late.
  const { intent, address: ending } = await buildCardIntent(await buildApiClient());
  const clock = vi.spyOn(database, 'databaseNow').mockResolvedValueOnce(intent.expiresAt);
  const atEnd = await findCardIntent(ending);
  clock.mockRestore();
  expect(atEnd).toEqual({ ...intent, phase: 'expired', acceptsCards: false });
  expect(cardIntentPhases).toEqual(['open', 'completed', 'cancelled', 'expired', 'failed']);
});

test('the object of a card intent shows its card until the card is deleted', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client);
  const { accountId } = client.merchant;
  const { id: intentId } = await prisma.cardIntent.findFirstOrThrow({ where: { cardTokenId: token } });
  const find = async () => (await findCardIntent({ accountId, environment: 'test', intentId }))!;
  const intent = await find();
  expect(intent).toMatchObject({
    phase: 'completed',
    card: { id: token, brand: 'visa', lastFour: '4242', expiry: '2040-12' },
  });
  const object = {
    intent_id: intentId,
    reference_id: intent.externalId,
    status: 'completed',
    expires_at: intent.expiresAt.toISOString(),
    card: { token, brand: 'visa', last_four: '4242', expiry: '2040-12' },
  };
  expect(toCardIntentObject(intent)).toEqual(object);
  await prisma.cardToken.update({
    where: { id: token },
    data: {
      expiry: null,
      fingerprint: null,
      sealed: null,
      wrappedKey: null,
      keyId: null,
      deletedAt: new Date(),
    },
  });
  expect(toCardIntentObject(await find())).toEqual({ ...object, card: undefined });
  const { intent: open } = await buildCardIntent(client);
  expect(toCardIntentObject(open)).toMatchObject({ status: 'open', card: undefined });
});

test("no card intent is found for a malformed or another merchant's ID", async () => {
  const [{ address }, { address: other }] = [
    await buildCardIntent(await buildApiClient()),
    await buildCardIntent(await buildApiClient()),
  ];
  for (const change of [
    { accountId: '\0' },
    { intentId: '\0' },
    { intentId: createId('int') },
    { accountId: other.accountId },
    { environment: 'live' as const },
  ])
    expect(await findCardIntent({ ...address, ...change })).toBeNull();
});
