import { expect, test, vi } from 'vitest';
import { findCardIntent } from '~/payments/checkout/card-intents';
import { cancelCardIntent, getLastAttempt } from '~/payments/checkout/card-saving/card-attempts';
import { verifyAndSaveCard } from '~/payments/checkout/card-saving/card-saving';
import { signRedirect } from '~/payments/checkout/redirect-signature';
import { buildCardRedirectUrl } from '~/payments/checkout/redirect-url';
import { resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { requireCheckoutSecret } from '~/merchants/credentials/credentials';
import { prisma } from '~/platform/database/db.server';
import { deleteCardToken } from '~/vault/card-tokens';
import { acquirer, mockAnswerOnce, loseAnswerOnce } from '../../world/acquirers/acquirer';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { buildCardIntent, buildCardToken, buildCard } from '../../world/payments/card-tokens';
import { buildMerchant, goLive } from '../../world/merchants';
import { cards, sendCaptureOrVoid, paymentBody, refund } from '../../world/payments/payments';

const realisticPan = '4532015112830366';
const savedCardPan = '4000000000000341';
const urls = { success: 'https://shop.example/ok?lang=de&token=forged', failure: 'https://shop.example/no' };

const withToken = (token: unknown, externalId: string = crypto.randomUUID()) => ({
  ...paymentBody({ externalId, operation: 'authcap' }),
  card: { token },
});
const deleteToken = (client: ApiClient, id: string) =>
  deleteCardToken({
    accountId: client.merchant.accountId,
    environment: 'test',
    id,
    actor: `portal:${client.merchant.ownerId}`,
  });

test('a card intent has its result, and its token comes with an event', async () => {
  const client = await buildApiClient();
  const { address, intent } = await buildCardIntent(client, { external_id: 'customer-7' });
  const read = async () => (await client.get(`/intents/card/${address.intentId}`)).json;
  expect(await read()).toEqual({
    intent_id: address.intentId,
    reference_id: 'customer-7',
    status: 'open',
    expires_at: intent.expiresAt.toISOString(),
  });
  expect(await verifyAndSaveCard(intent, { card: buildCard(cards.approved), formId: 'form 0' })).toEqual({
    kind: 'kept',
  });
  const completed = await read();
  expect(completed).toMatchObject({
    status: 'completed',
    card: { token: expect.stringMatching(/^tok_/), brand: 'visa', last_four: '4242', expiry: '2040-12' },
  });
  const events = await prisma.webhookEvent.findMany({
    where: { accountId: address.accountId, type: 'card.tokenized' },
  });
  expect(events.map(({ payload }) => payload)).toEqual([completed]);
  await deleteToken(client, completed.card.token);
  expect(await read()).toEqual({ ...completed, card: undefined });
});

test('expired, canceled, and declined card intents say so, and store nothing', async () => {
  const client = await buildApiClient();
  const statusOf = async (id: string) => (await client.get(`/intents/card/${id}`)).json.status;
  const [expired, cancelled, failed] = [
    await buildCardIntent(client),
    await buildCardIntent(client),
    await buildCardIntent(client),
  ];
  await prisma.cardIntent.update({
    where: { id: expired.intent.id },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });
  await cancelCardIntent(cancelled.intent);
  for (let attempts = 0; attempts < 5; attempts++) {
    const intent = (await findCardIntent(failed.address))!;
    expect(
      await verifyAndSaveCard(intent, { card: buildCard(cards.declined), formId: `form ${attempts}` }),
    ).toEqual({
      kind: 'declined',
      code: 'do_not_honor',
      attemptsLeft: 4 - attempts,
    });
  }
  expect(await Promise.all([expired, cancelled, failed].map(({ intent }) => statusOf(intent.id)))).toEqual([
    'expired',
    'cancelled',
    'failed',
  ]);
  for (const { intent } of [expired, cancelled, failed])
    expect(await verifyAndSaveCard(intent, { card: buildCard(cards.approved), formId: 'form 0' })).toEqual({
      kind: 'moved_on',
    });
  expect(await prisma.cardToken.count({ where: { accountId: client.merchant.accountId } })).toBe(0);
});

test('one form saves one card, however often it is sent, and no second card is tried meanwhile', async () => {
  const client = await buildApiClient();
  const { address, intent } = await buildCardIntent(client);
  const verifySpy = vi.spyOn(acquirer, 'verify');
  const saveResults = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      verifyAndSaveCard(intent, { card: buildCard(cards.approved), formId: index < 8 ? 'one' : 'two' }),
    ),
  );
  expect(saveResults.filter(({ kind }) => kind === 'kept')).toHaveLength(1);
  expect(verifySpy).toHaveBeenCalledOnce();
  verifySpy.mockRestore();
  expect(await prisma.cardToken.count({ where: { accountId: address.accountId } })).toBe(1);
});

test("a card intent accepts no card in another merchant's name", async () => {
  const [{ address, intent }, otherMerchant] = [
    await buildCardIntent(await buildApiClient()),
    await buildMerchant(),
  ];
  expect(
    await verifyAndSaveCard(
      { ...intent, accountId: otherMerchant.accountId },
      { card: buildCard(cards.approved), formId: 'form 0' },
    ),
  ).toEqual({ kind: 'moved_on' });
  expect(await findCardIntent(address)).toMatchObject({ phase: 'open', attempts: 0 });
});

test('no card is tried after the fifth decline', async () => {
  const client = await buildApiClient();
  const { intent } = await buildCardIntent(client);
  const verifySpy = vi.spyOn(acquirer, 'verify');
  try {
    for (let attempts = 0; attempts < 8; attempts++)
      await verifyAndSaveCard(intent, { card: buildCard(cards.declined), formId: `form ${attempts}` });
    expect(verifySpy).toHaveBeenCalledTimes(5);
  } finally {
    verifySpy.mockRestore();
  }
});

test('a verification without an answer saves nothing, and the payer may try again', async () => {
  const client = await buildApiClient();
  const { address, intent } = await buildCardIntent(client);
  for (const [attempts, pan] of [cards.unknownThenApproved, cards.unknownThenDeclined].entries())
    expect(await verifyAndSaveCard(intent, { card: buildCard(pan), formId: `form ${attempts}` })).toEqual({
      kind: 'unknown',
    });
  const now = (await findCardIntent(address))!;
  expect({ phase: now.phase, lastAttempt: getLastAttempt(now) }).toEqual({
    phase: 'open',
    lastAttempt: { kind: 'unknown' },
  });
  expect(await prisma.cardToken.count({ where: { accountId: address.accountId } })).toBe(0);
  expect(await verifyAndSaveCard(now, { card: buildCard(cards.approved), formId: 'form 2' })).toEqual({
    kind: 'kept',
  });
});

test('a token pays like a card, without a security code', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client);
  const body = withToken(token, 'renewal-1');
  const paid = await client.post('/transactions', body);
  expect(paid.json).toMatchObject({ status: 'CAPTURED', card: { brand: 'visa', last_four: '4242', token } });
  expect(await prisma.transaction.findUniqueOrThrow({ where: { id: paid.json.id } })).toMatchObject({
    cardTokenId: token,
    cardBin: '424242',
    cardExpiry: '2040-12',
  });
  const again = await client.post('/transactions', body);
  expect({ text: again.text, idempotentReplayed: again.headers.get('idempotent-replayed') }).toEqual({
    text: paid.text,
    idempotentReplayed: 'true',
  });
  const held = (await client.post('/transactions', { ...withToken(token), operation: 'authorize' })).json;
  expect(
    (await sendCaptureOrVoid(client, held.id, { operation: 'capture', amount: 100 })).json,
  ).toMatchObject({
    status: 'PARTIAL_CAPTURED',
    card: { token },
  });
  expect((await refund(client, paid.json.id, 100)).json.status).toBe('CAPTURED');
  expect((await client.get(`/transactions/${paid.json.id}`)).json.card.token).toBe(token);
});

test('the same external_id with another token, or with the card itself, is a conflict that names the difference', async () => {
  const client = await buildApiClient();
  const [one, other] = [await buildCardToken(client), await buildCardToken(client)];
  await client.post('/transactions', withToken(one, 'x'));
  expect((await client.post('/transactions', withToken(other, 'x'))).json).toMatchObject({
    code: 'external_id_conflict',
    differing_fields: ['card.token'],
  });
  const raw = { ...withToken(one, 'x'), card: paymentBody().card };
  expect((await client.post('/transactions', raw)).json.differing_fields).toEqual([
    'card.expiry',
    'card.name',
    'card.pan',
    'card.token',
  ]);
});

test('unknown, deleted, foreign and other-environment tokens get the same reply, and use up no external_id', async () => {
  const [client, otherMerchant] = [await buildApiClient(), await buildApiClient()];
  const live = await buildApiClient(await goLive(client.merchant), 'live');
  const deleted = await buildCardToken(client);
  const used = withToken(deleted, 'used');
  const paid = await client.post('/transactions', used);
  await deleteToken(client, deleted);
  const tokens = [
    'tok_x',
    '',
    'x'.repeat(64),
    deleted.replace(/.$/, '0'),
    deleted,
    await buildCardToken(otherMerchant),
    await buildCardToken(live, { environment: 'live', pan: realisticPan }),
  ];
  const replies = [];
  for (const token of tokens) {
    const { status, json, text } = await client.post('/transactions', withToken(token, 'free'));
    expect({ status, errors: json.errors }).toEqual({
      status: 422,
      errors: [
        {
          field: 'card.token',
          code: 'unknown_card_token',
          message: 'isn’t a card token of your account in this environment, or was deleted',
        },
      ],
    });
    replies.push(text.replaceAll(json.request_id, '…'));
  }
  expect(new Set(replies).size).toBe(1);
  expect((await client.post('/transactions', paymentBody({ externalId: 'free' }))).status).toBe(200);
  expect((await client.post('/transactions', used)).text).toBe(paid.text);
});

test.each([
  [{ token: 5 }, ['card.token', 'wrong_type']],
  [{ token: null }, ['card.token', 'wrong_type']],
  [{ token: 'x'.repeat(65) }, ['card.token', 'too_big']],
  [{ token: 'tok_x', extra: 1 }, ['card.extra', 'unknown_field']],
  [{ token: 'tok_x', code: '123' }, ['card.code', 'unknown_field']],
  [
    { pan: '1', expiry: '12/40', extra: 1 },
    ['card.pan', 'invalid_card_number'],
    ['card.extra', 'unknown_field'],
  ],
  [{}, ['card.pan', 'required'], ['card.expiry', 'required']],
  ['tok_x', ['card', 'wrong_type']],
  [undefined, ['card', 'required']],
])('card: %j names each invalid field', async (card, ...errors) => {
  const client = await buildApiClient();
  const { status, json } = await client.post('/transactions', { ...paymentBody(), card });
  expect({
    status,
    errors: json.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
  }).toEqual({ status: 422, errors });
});

test.each([
  [
    { token: 'tok_x', pan: '4242424242424242' },
    {
      field: 'card.pan',
      code: 'unknown_field',
      message: 'can’t be combined with card.token',
    },
  ],
  [
    { pan: '4242424242424242', code: '123', expiry: '12/40', initiator: 'merchant' },
    {
      field: 'card.initiator',
      code: 'unknown_field',
      message: 'is allowed only with card.token',
    },
  ],
  [
    { token: 'tok_x', cvc: '123' },
    {
      field: 'card.cvc',
      code: 'unknown_field',
      message: 'can’t be combined with card.token',
    },
  ],
  [
    { token: 'tok_x', pan: '4242424242424242', expiry: '12/40' },
    {
      field: 'card.token',
      code: 'unknown_field',
      message: 'can’t be combined with card.pan. Send either card data or a token',
    },
  ],
])('a card is sent as a number or as a token, not both: %j', async (card, error) => {
  expect(
    (await (await buildApiClient()).post('/transactions', { ...paymentBody(), card })).json.errors,
  ).toEqual([error]);
});

test.each([
  ['cvc', 'card.code'],
  ['number', 'card.pan'],
  ['exp_month', 'card.expiry'],
])('sending card.%s names the field %s, and an unknown name gets no suggestion', async (name, own) => {
  const card = { pan: '4242424242424242', expiry: '12/40', [name]: '12', color: 'red' };
  const { status, json } = await (await buildApiClient()).post('/transactions', { ...paymentBody(), card });
  expect({ status, errors: json.errors }).toEqual({
    status: 422,
    errors: [
      {
        field: `card.${name}`,
        code: 'unknown_field',
        message: `isn’t a field of this request. Did you mean ${own}?`,
      },
      { field: 'card.color', code: 'unknown_field', message: 'isn’t a field of this request' },
    ],
  });
});

test('a merchant’s server deletes a card once, and another merchant’s or environment’s never (threat T1)', async () => {
  const client = await buildApiClient();
  const live = await buildApiClient(await goLive(client.merchant), 'live');
  const token = await buildCardToken(client, { external_id: 'customer-7', customer_id: 'customer-7' });
  const path = `/card_tokens/${token}`;
  for (const other of [await buildApiClient(), live])
    expect((await other.delete(path)).json).toMatchObject({
      code: 'not_found',
      detail: 'No card token has this value.',
    });
  expect((await client.post('/transactions', withToken(token))).json).toMatchObject({ status: 'CAPTURED' });
  for (let times = 0; times < 2; times++)
    expect(await client.delete(path)).toMatchObject({ status: 200, json: { token, deleted: true } });
  expect((await client.post('/transactions', withToken(token))).json).toMatchObject({
    errors: [{ field: 'card.token', code: 'unknown_card_token' }],
  });
  const { accountId, secretId } = client.merchant;
  const events = await prisma.webhookEvent.findMany({ where: { accountId, type: 'card.deleted' } });
  expect(events.map(({ environment, payload }) => ({ environment, payload }))).toEqual([
    {
      environment: 'test',
      payload: {
        ...{ token, reference_id: 'customer-7', customer_id: 'customer-7' },
        ...{ brand: 'visa', last_four: '4242' },
      },
    },
  ]);
  const entries = await prisma.auditEntry.findMany({ where: { accountId, action: 'card_token_deleted' } });
  expect(entries).toMatchObject([{ actor: `api:${secretId}`, subject: token }]);
});

test.each(['tok_x', '%00', 'trx_x'])('deleting the unknown card token %s is not found', async (token) => {
  const client = await buildApiClient();
  expect((await client.delete(`/card_tokens/${token}`)).status).toBe(404);
});

test('in live, every merchant may pay with a token, and only with a token of a live card', async () => {
  const client = await buildApiClient(await goLive(await buildMerchant(), { pciCertified: false }), 'live');
  const token = await buildCardToken(client, { environment: 'live', pan: realisticPan });
  expect((await client.post('/transactions', withToken(token))).json).toMatchObject({
    status: 'CAPTURED',
    card: { last_four: '0366', token },
  });
  const { intent } = await buildCardIntent(client, { environment: 'live' });
  expect(await verifyAndSaveCard(intent, { card: buildCard(cards.approved), formId: 'form 0' })).toEqual({
    kind: 'test_card_refused',
  });
  const inTest = await buildApiClient();
  expect(
    await verifyAndSaveCard((await buildCardIntent(inTest)).intent, {
      card: buildCard(realisticPan),
      formId: 'form 0',
    }),
  ).toEqual({ kind: 'test_card_required' });
});

test('a card that can be saved but not charged is declined at every charge', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client, { pan: savedCardPan });
  for (let charges = 0; charges < 2; charges++)
    expect((await client.post('/transactions', withToken(token))).json).toMatchObject({
      status: 'DECLINED',
      decline: { code: 'do_not_honor' },
    });
});

test('a lost outcome is inquired, and a card that never arrived is sent again from the vault', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client);
  const lost = withToken(token);
  loseAnswerOnce('authorize');
  expect((await client.post('/transactions', lost)).json.code).toBe('outcome_unknown');
  expect((await client.post('/transactions', lost)).json.status).toBe('CAPTURED');
  const unseen = withToken(token);
  mockAnswerOnce('authorize', { kind: 'unknown' });
  expect((await client.post('/transactions', unseen)).json.code).toBe('outcome_unknown');
  expect((await client.post('/transactions', unseen)).json.status).toBe('CAPTURED');
});

test("deleting a payment's token doesn't turn its unknown outcome into a decline", async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client);
  const body = withToken(token);
  loseAnswerOnce('authorize');
  const { json } = await client.post('/transactions', body);
  await deleteToken(client, token);
  await prisma.operation.updateMany({
    where: { transactionId: json.transaction_id },
    data: { inquireAt: new Date(0) },
  });
  await resolveUnknownOutcomes();
  expect((await client.post('/transactions', body)).json.status).toBe('CAPTURED');
});

test('redirect URLs follow the rules of payments, and are signed', async () => {
  const client = await buildApiClient();
  expect(
    (
      await client.post('/intents/card', {
        external_id: 'a',
        redirect_urls: { ...urls, success: 'http://shop.example' },
      })
    ).json.errors,
  ).toMatchObject([{ field: 'redirect_urls.success', code: 'invalid_url' }]);
  expect(
    (await client.post('/intents/card', { external_id: 'a', redirect_urls: { success: urls.success } })).json
      .errors,
  ).toMatchObject([{ field: 'redirect_urls.failure', code: 'required' }]);
  const live = await buildApiClient(await goLive(client.merchant), 'live');
  expect(
    (
      await live.post('/intents/card', {
        external_id: 'a',
        redirect_urls: { ...urls, failure: 'https://evil.example' },
      })
    ).json.errors,
  ).toMatchObject([{ field: 'redirect_urls.failure', code: 'host_not_listed' }]);

  const { address, intent } = await buildCardIntent(client, { external_id: 'a', redirect_urls: urls });
  expect((await client.post('/intents/card', { external_id: 'a' })).json).toMatchObject({
    code: 'external_id_conflict',
    differing_fields: ['redirect_urls.failure', 'redirect_urls.success'],
  });
  expect((await buildCardRedirectUrl(intent))!).toMatch(/^https:\/\/shop\.example\/no\?.*status=CANCELLED/);
  await verifyAndSaveCard(intent, { card: buildCard(cards.approved), formId: 'form 0' });
  const completed = (await findCardIntent(address))!;
  const url = new URL((await buildCardRedirectUrl(completed))!);
  const { signature, lang, ...signed } = Object.fromEntries(url.searchParams);
  expect({ pathname: url.pathname, lang, signed }).toEqual({
    pathname: '/ok',
    lang: 'de',
    signed: {
      status: 'COMPLETED',
      intent_id: intent.id,
      reference_id: 'a',
      token: completed.card!.id,
      timestamp: expect.any(String),
    },
  });
  expect(signature).toBe(
    signRedirect(signed, await requireCheckoutSecret({ accountId: address.accountId, environment: 'test' })),
  );
  await deleteToken(client, completed.card!.id);
  const erased = new URL((await buildCardRedirectUrl((await findCardIntent(address))!))!);
  expect({
    pathname: erased.pathname,
    status: erased.searchParams.get('status'),
    token: erased.searchParams.get('token'),
  }).toEqual({ pathname: '/ok', status: 'COMPLETED', token: '' });
  expect(await buildCardRedirectUrl((await buildCardIntent(client)).intent)).toBeNull();
});
