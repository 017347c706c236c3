import { expect, test, vi } from 'vitest';
import { removeRedirectHost } from '~/merchants/redirect-hosts/redirect-hosts';
import { pool, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildMerchant, goLive } from '../../../tests/world/merchants';
import { buildPaymentIntent, shopUrls } from '../../../tests/world/payments/payment-intents';
import {
  createPaymentIntent,
  findCheckoutIntent,
  intentLifeSeconds,
  maximumDeclines,
  replyToIntent,
  toPaymentIntentObject,
} from './payment-intents';

const operator = 'api:key_1';
const order = { order_id: 'basket-7', order_amount: 2_500, order_currency: 'EUR' };
const findRow = (id: string) => prisma.paymentIntent.findUniqueOrThrow({ where: { id } });

test('an intent is created with the capture mode of its account, and found by the hosted page', async () => {
  const { accountId } = await buildMerchant({ name: 'Example Shop' });
  await prisma.account.update({
    where: { id: accountId },
    data: { captureMode: 'authorize', billingRequired: true },
  });
  const actor = { accountId, environment: 'test', operator } as const;
  const request = { externalId: 'order-1', redirectUrls: shopUrls, order };
  const reply = await createPaymentIntent(actor, request);
  const body = JSON.parse((reply as { body: string }).body) as { intent_id: string; expires_at: string };
  const { intent_id: intentId, expires_at: expiresAt } = body;
  expect(body).toEqual({
    intent_id: expect.stringMatching(/^int_/),
    reference_id: 'order-1',
    valid_for: 60_000,
    expires_at: expiresAt,
  });
  const row = await findRow(intentId);
  expect(row).toEqual({
    id: intentId,
    accountId,
    environment: 'test',
    externalId: 'order-1',
    operation: 'authorize',
    amount: 2_500,
    currency: 'EUR',
    order,
    customerId: null,
    successUrl: shopUrls.success,
    failureUrl: shopUrls.failure,
    billingDetails: 'minimal',
    billingRequired: true,
    emailRequired: false,
    paymentLinkId: null,
    state: 'OPEN',
    attempts: 0,
    formIds: [],
    transactionId: null,
    createdAt: expect.any(Date),
    expiresAt: new Date(expiresAt),
    language: null,
    openedAt: null,
    redirectedAt: null,
    canceledAt: null,
    receipt: null,
  });
  expect(Math.abs(row.expiresAt.getTime() - row.createdAt.getTime() - 60_000_000)).toBeLessThan(1_000);
  const { createdAt: _, canceledAt: __, receipt: ___, ...visible } = row;
  expect(await findCheckoutIntent({ accountId, environment: 'test', intentId })).toEqual({
    ...visible,
    linkMaximum: null,
    isLinkActive: false,
    hasLinkChoice: false,
    linkName: null,
    payWord: null,
    merchantName: 'Example Shop',
    phase: 'open',
    isAuthenticating: false,
  });

  // The same request again has the same reply, even with the members in another order.
  const { order_currency, ...rest } = order;
  expect(await createPaymentIntent(actor, { ...request, order: { order_currency, ...rest } })).toEqual({
    ...reply,
    replayed: true,
  });
  expect(reply).toMatchObject({ kind: 'done', replayed: false });
  expect(
    await createPaymentIntent(actor, {
      externalId: 'order-1',
      redirectUrls: { success: `${shopUrls.success}?`, failure: `${shopUrls.failure}?` },
      order: { ...order, order_amount: 2_501 },
      operation: 'authcap',
    }),
  ).toEqual({
    kind: 'external_id_conflict',
    resourceId: intentId,
    differing: ['operation', 'order.order_amount', 'redirect_urls.failure', 'redirect_urls.success'],
  });
  // The other environment has its own external_ids.
  await prisma.redirectHost.create({ data: { accountId, host: 'shop.example', createdBy: 'usr_1' } });
  expect(await createPaymentIntent({ ...actor, environment: 'live' }, request)).toMatchObject({
    kind: 'done',
    replayed: false,
  });
});

test('an intent names its operation, and remembers that the payer wants a receipt', async () => {
  const merchant = await buildMerchant();
  const { intent } = await buildPaymentIntent(merchant, {
    operation: 'authorize',
    order: { ...order, card_holder: { email: 'ada@payer.test' } },
  });
  expect(await findRow(intent.id)).toMatchObject({ operation: 'authorize', receipt: 'REQUESTED' });
  const { intent: other } = await buildPaymentIntent(merchant);
  expect(await findRow(other.id)).toMatchObject({ operation: 'authcap', receipt: null });
  expect(toPaymentIntentObject(intent)).toMatchObject({ operation: 'authorize' });
  expect(toPaymentIntentObject(other)).toMatchObject({ operation: 'authcap' });
});

test('live redirects only to listed hosts, and a replay keeps its reply', async () => {
  const { accountId, ownerId } = await goLive(await buildMerchant());
  const actor = { accountId, environment: 'live', operator } as const;
  const [listed, unlisted] = ['https://shop.example/ok', 'https://evil.example/ok'];
  const create = (success: string, failure: string, externalId: string = createId('req')) =>
    createPaymentIntent(actor, { externalId, redirectUrls: { success, failure }, order });
  for (const [success, failure, addresses] of [
    [unlisted, listed, ['success']],
    [listed, unlisted, ['failure']],
    [unlisted, unlisted, ['success', 'failure']],
  ] as const)
    expect(await create(success, failure)).toEqual({ kind: 'host_not_listed', addresses });
  expect(await prisma.paymentIntent.count({ where: { accountId } })).toBe(0);

  const first = await create(listed, listed, 'order-1');
  expect(first).toMatchObject({ kind: 'done', replayed: false });
  await removeRedirectHost({ accountId, host: 'shop.example', removedBy: ownerId });
  expect(await create(listed, listed, 'order-1')).toEqual({ ...first, replayed: true });
  expect(await create(listed, listed)).toMatchObject({ kind: 'host_not_listed' });
  // Test redirects anywhere.
  expect(
    await createPaymentIntent(
      { ...actor, environment: 'test' },
      { externalId: 'order-1', redirectUrls: { success: unlisted, failure: unlisted }, order },
    ),
  ).toMatchObject({ kind: 'done' });
});

test('an external_id that is taken and free again is an error', async () => {
  const { accountId } = await buildMerchant();
  await expect(
    replyToIntent(
      {
        accountId,
        environment: 'test',
        family: 'payment_intent',
        externalId: 'gone',
        content: '',
        created: undefined,
      },
      () => Promise.reject(new Error('nothing to find')),
    ),
  ).rejects.toThrow('an external_id was taken and is free again');
});

test('the phase of an intent follows from its state and its end', async () => {
  const { address } = await buildPaymentIntent(await buildMerchant());
  const phaseAfter = async (data: object) => {
    await prisma.paymentIntent.update({ where: { id: address.intentId }, data });
    return (await findCheckoutIntent(address))!.phase;
  };
  const phases = {
    paying: await phaseAfter({ state: 'PAYING' }),
    paid: await phaseAfter({ state: 'PAID' }),
    blocked: await phaseAfter({ state: 'BLOCKED' }),
    expired: await phaseAfter({ state: 'EXPIRED' }),
    open: await phaseAfter({ state: 'OPEN' }),
    late: await phaseAfter({ expiresAt: new Date(Date.now() - 60_000) }),
    paidLate: await phaseAfter({ state: 'PAID' }),
    cancelled: await phaseAfter({ state: 'CANCELLED', canceledAt: new Date() }),
  };
  expect(phases).toEqual({
    paying: 'paying',
    paid: 'paid',
    blocked: 'blocked',
    expired: 'expired',
    open: 'open',
    late: 'expired',
    paidLate: 'paid',
    cancelled: 'cancelled',
  });
  // The end itself is already too late.
  const { intent, address: ending } = await buildPaymentIntent(await buildMerchant());
  const { phase: _, ...row } = intent;
  const clock = vi
    .spyOn(pool, 'query')
    .mockImplementationOnce((() =>
      Promise.resolve({ rows: [{ ...row, databaseNow: row.expiresAt }] })) as never);
  const atEnd = await findCheckoutIntent(ending);
  clock.mockRestore();
  expect(atEnd).toEqual({ ...row, phase: 'expired' });
  expect({ intentLifeSeconds, maximumDeclines }).toEqual({ intentLifeSeconds: 60_000, maximumDeclines: 5 });
});

test("no intent is found for a malformed or another merchant's ID", async () => {
  const [{ address }, { address: other }] = [
    await buildPaymentIntent(await buildMerchant()),
    await buildPaymentIntent(await buildMerchant()),
  ];
  for (const change of [
    { accountId: '\0' },
    { intentId: '\0' },
    { intentId: createId('int') },
    { accountId: other.accountId },
    { environment: 'live' as const },
  ])
    expect(await findCheckoutIntent({ ...address, ...change })).toBeNull();
});
