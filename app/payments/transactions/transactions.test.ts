import { expect, onTestFinished, test, vi } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { Secret } from '~/platform/secrets/secret';
import { deleteCardToken } from '~/vault/card-tokens';
import {
  acquirer,
  disconnectAcquirers,
  mockAnswerOnce,
  unknownOutcome,
} from '../../../tests/world/acquirers/acquirer';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { interceptStatement } from '../../../tests/world/intercepted-statements';
import { buildCardToken } from '../../../tests/world/payments/card-tokens';
import { refund } from '../../../tests/world/payments/payments';
import {
  createTransaction,
  findNewestTransaction,
  findTransaction,
  rejectMismatchedCard,
  type NewPayment,
} from './transactions';

const buildCard = (pan = '4242424242424242') => ({
  pan: new Secret(pan),
  code: new Secret('123'),
  expiry: { month: 3, year: 2040 },
  name: 'Ada Example',
});

const buildNewPayment = (changes: Partial<NewPayment> = {}): NewPayment => ({
  operation: 'authorize',
  externalId: createId('req'),
  order: { order_amount: 10_000, order_currency: 'USD' },
  card: buildCard(),
  ...changes,
});

const actorOf = ({ merchant: { accountId, secretId } }: ApiClient) => ({
  accountId,
  environment: 'test' as const,
  operator: `api:${secretId}`,
});

async function pay(client: ApiClient, payment: NewPayment) {
  const reply = await createTransaction(actorOf(client), payment);
  if (reply.kind !== 'done') throw new Error(`not done: ${reply.kind}`);
  return { id: (JSON.parse(reply.body) as { id: string }).id, ...reply };
}

test('a payment is stored with its order and the shown part of its card, and sent with all of it', async () => {
  const client = await buildApiClient();
  const authorize = vi.spyOn(acquirer, 'authorize').mockClear();
  onTestFinished(() => authorize.mockRestore());
  const order = {
    order_amount: 10_000,
    order_currency: 'USD',
    order_id: 'o-1',
    order_items: [{ name: 'Tea' }],
    card_holder: {
      ...{ first_name: 'Ada', email: 'ada@example.com', phone: '+14155552671' },
      ...{ address_1: '548 Market St', address_2: '', postal_code: '94016', city: 'San Francisco' },
      ...{ state: 'CA', country: 'US' },
    },
  };
  const payment = buildNewPayment({ order });
  const { id, replayed } = await pay(client, payment);
  expect(replayed).toBe(false);
  const row = await prisma.transaction.findUniqueOrThrow({ where: { id }, include: { operations: true } });
  expect(row).toMatchObject({
    accountId: client.merchant.accountId,
    environment: 'test',
    type: 'PAYMENT',
    orderId: 'o-1',
    orderAmount: 10_000,
    orderCurrency: 'USD',
    order,
    externalId: payment.externalId,
    intentId: null,
    parentId: null,
    connectionId: 'con_simulator_test',
    cardBrand: 'visa',
    cardBin: '424242',
    cardLastFour: '4242',
    cardExpiry: '2040-03',
    cardTokenId: null,
    authorizationId: expect.stringMatching(/^op_/),
    operations: [{ id: row.authorizationId, type: 'authorize', operator: actorOf(client).operator }],
  });
  expect(authorize.mock.calls.map(([request]) => request)).toEqual([
    {
      reference: row.authorizationId,
      amountMinor: 10_000,
      currency: 'USD',
      card: payment.card,
      capture: false,
      authentication: { requested: 'automatic' },
      payment: undefined,
      billing: {
        ...{ email: 'ada@example.com', phone: '+14155552671', addressLine1: '548 Market St' },
        ...{ postalCode: '94016', city: 'San Francisco', state: 'CA', country: 'US' },
      },
    },
  ]);
});

test('a payment without an order_id and with a saved card', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client);
  const authorize = vi.spyOn(acquirer, 'authorize').mockClear();
  onTestFinished(() => authorize.mockRestore());
  const { id } = await pay(client, buildNewPayment({ operation: 'authcap', card: { token } }));
  expect(await prisma.transaction.findUniqueOrThrow({ where: { id } })).toMatchObject({
    orderId: null,
    cardBin: '424242',
    cardLastFour: '4242',
    cardExpiry: '2040-12',
    cardTokenId: token,
  });
  expect(authorize.mock.calls).toMatchObject([
    [{ capture: true, card: { expiry: { month: 12, year: 2040 }, name: 'Ada Example' } }, {}],
  ]);
});

test.each<[string, Partial<NewPayment>, string[]]>([
  ['operation', { operation: 'authcap' }, ['operation']],
  [
    'order',
    { order: { order_amount: 10_000, order_currency: 'EUR', order_id: 'o' } },
    ['order.order_currency', 'order.order_id'],
  ],
  ['card number', { card: buildCard('4111111111111111') }, ['card.pan']],
  ['expiry', { card: { ...buildCard(), expiry: { month: 4, year: 2040 } } }, ['card.expiry']],
  ['name', { card: { ...buildCard(), name: 'Grace Example' } }, ['card.name']],
])('a repeated payment with another %s is a conflict', async (_, changes, differing) => {
  const client = await buildApiClient();
  const payment = buildNewPayment();
  const { id, body } = await pay(client, payment);
  expect(await createTransaction(actorOf(client), { ...payment, ...changes })).toEqual({
    kind: 'external_id_conflict',
    resourceId: id,
    status: 'AUTHORIZED',
    differing,
  });
  expect(
    await createTransaction(actorOf(client), {
      ...payment,
      card: { ...buildCard(), code: new Secret('999') },
    }),
  ).toEqual({ kind: 'done', body, replayed: true });
});

test('a replay after the card has expired gets the stored reply, and a new payment is rejected', async () => {
  const client = await buildApiClient();
  // On both sides of the nearest end of a month, because timers can't be weeks away.
  const now = new Date();
  const isLate = now.getUTCDate() > 15;
  const endOfMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + (isLate ? 1 : 0));
  const dayMs = 24 * 60 * 60 * 1000;
  const paidAt = isLate ? now : new Date(endOfMonth - dayMs);
  const expiry = { month: paidAt.getUTCMonth() + 1, year: paidAt.getUTCFullYear() };
  const payment = buildNewPayment({ card: { ...buildCard(), expiry } });
  vi.useFakeTimers({ now: paidAt, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { id, body } = await pay(client, payment);
  vi.setSystemTime(endOfMonth + 2 * dayMs);
  const actor = actorOf(client);
  expect(await createTransaction(actor, payment)).toEqual({ kind: 'done', body, replayed: true });
  expect(await createTransaction(actor, { ...payment, operation: 'authcap' })).toMatchObject({
    kind: 'external_id_conflict',
    resourceId: id,
  });
  const another = { ...payment, externalId: createId('req') };
  expect(await createTransaction(actor, another)).toEqual({ kind: 'card_expired' });
  expect(await prisma.transaction.count({ where: { accountId: actor.accountId } })).toBe(1);
});

test('a replay without an acquirer gets the stored reply', async () => {
  const client = await buildApiClient();
  const payment = buildNewPayment();
  const { id, body } = await pay(client, payment);
  const reconnect = disconnectAcquirers();
  const actor = actorOf(client);
  const replies = [
    await createTransaction(actor, payment),
    await createTransaction(actor, { ...payment, operation: 'authcap' }),
  ];
  reconnect();
  expect(replies).toMatchObject([
    { kind: 'done', body, replayed: true },
    { kind: 'external_id_conflict', resourceId: id },
  ]);
});

test('a payment with another saved card is a conflict', async () => {
  const client = await buildApiClient();
  const [token, other] = [await buildCardToken(client), await buildCardToken(client)];
  const payment = buildNewPayment({ card: { token } });
  const { id } = await pay(client, payment);
  expect(await createTransaction(actorOf(client), { ...payment, card: { token: other } })).toEqual({
    kind: 'external_id_conflict',
    resourceId: id,
    status: 'AUTHORIZED',
    differing: ['card.token'],
  });
});

test('without its deleted card, a payment that never arrived stays unknown', async () => {
  const client = await buildApiClient();
  const token = await buildCardToken(client);
  const payment = buildNewPayment({ card: { token } });
  mockAnswerOnce('authorize', unknownOutcome);
  const unknown = await createTransaction(actorOf(client), payment);
  expect(unknown).toEqual({ kind: 'outcome_unknown', transactionId: expect.stringMatching(/^trx_/) });
  const { accountId, ownerId } = client.merchant;
  await deleteCardToken({ accountId, environment: 'test', id: token, actor: `portal:${ownerId}` });
  expect(await createTransaction(actorOf(client), payment)).toEqual(unknown);
  expect(await createTransaction(actorOf(client), buildNewPayment({ card: { token } }))).toEqual({
    kind: 'unknown_card_token',
  });
});

test('nothing happens without an acquirer, or with a card of the other environment', async () => {
  const client = await buildApiClient();
  const rejected = await createTransaction(
    actorOf(client),
    buildNewPayment({ card: buildCard('4532015112830366') }),
  );
  const reconnect = disconnectAcquirers();
  const disconnected = await createTransaction(actorOf(client), buildNewPayment());
  reconnect();
  expect({ rejected, disconnected }).toEqual({
    rejected: { kind: 'test_card_required' },
    disconnected: { kind: 'acquirer_not_configured' },
  });
  expect(await prisma.transaction.count({ where: { accountId: client.merchant.accountId } })).toBe(0);
});

test('each environment accepts its own cards', () => {
  const [testCard, realCard] = [buildCard(), buildCard('4532015112830366')];
  expect({
    testCardInTest: rejectMismatchedCard('test', testCard),
    realCardInTest: rejectMismatchedCard('test', realCard),
    testCardInLive: rejectMismatchedCard('live', testCard),
    realCardInLive: rejectMismatchedCard('live', realCard),
  }).toEqual({
    testCardInTest: null,
    realCardInTest: { kind: 'test_card_required' },
    testCardInLive: { kind: 'test_card_refused' },
    realCardInLive: null,
  });
});

test('an external_id that is neither free nor taken is an error', async () => {
  const client = await buildApiClient();
  const endInterception = interceptStatement('reserve-payment', async () => ({ rows: [] }));
  await expect(createTransaction(actorOf(client), buildNewPayment())).rejects.toThrow(
    'an external_id was taken and is free again',
  );
  endInterception();
});

test("a transaction is found by its ID, its external_id, or its order's ID, and only by its merchant", async () => {
  const client = await buildApiClient();
  const merchant = { accountId: client.merchant.accountId, environment: 'test' as const };
  const order = { order_amount: 10_000, order_currency: 'USD', order_id: 'o-1' };
  const [first, second] = [
    await pay(client, buildNewPayment({ operation: 'authcap', order, externalId: 'first' })),
    await pay(client, buildNewPayment({ operation: 'authcap', order, externalId: 'second' })),
  ];
  await refund(client, second.id, 1_000, 'first');
  const { json: transaction } = await client.get(`/transactions/${second.id}`);
  const find = async (change: object) => {
    const found = await findTransaction({ ...merchant, id: second.id, ...change });
    return found && (JSON.parse(JSON.stringify(found)) as unknown);
  };
  expect(await find({})).toEqual(transaction);
  expect(await find({ environment: 'live' })).toBeNull();
  expect(await find({ accountId: (await buildApiClient()).merchant.accountId })).toBeNull();
  expect(await find({ id: createId('trx') })).toBeNull();
  // The database doesn't accept this text.
  expect(await find({ id: '\0' })).toBeNull();

  const findNewest = async (by: Parameters<typeof findNewestTransaction>[1]) => {
    const found = await findNewestTransaction(merchant, by);
    return found && { id: found.transaction.id, type: found.transaction.type, matches: found.matches };
  };
  expect(await findNewest({ orderId: 'o-1' })).toEqual({ id: second.id, type: 'PAYMENT', matches: 2 });
  expect(await findNewest({ externalId: 'second' })).toEqual({ id: second.id, type: 'PAYMENT', matches: 1 });
  expect(await findNewest({ externalId: 'first' })).toEqual({
    id: expect.not.stringMatching(first.id),
    type: 'REFUND',
    matches: 2,
  });
  expect(await findNewest({ externalId: 'third' })).toBeNull();
});
