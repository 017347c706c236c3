import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { requireCheckoutSecret } from '~/merchants/credentials/credentials';
import { findLastDecline, payIntent } from '~/payments/checkout/checkout-payments';
import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { buildRedirectUrl } from '~/payments/checkout/redirect-url';
import { resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { prisma } from '~/platform/database/db.server';
import { Secret } from '~/platform/secrets/secret';
import { acquirer, mockAnswerOnce } from '../../world/acquirers/acquirer';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { cards } from '../../world/payments/payments';

const buildCard = (pan: string) => ({
  pan: new Secret(pan),
  code: new Secret('123'),
  expiry: { month: 12, year: 2040 },
});

async function buildIntent(client: ApiClient, changes: object = {}) {
  const { json } = await client.post('/intents/payment', {
    external_id: 'order-1',
    order: { order_amount: 2_500, order_currency: 'EUR' },
    redirect_urls: {
      success: 'https://shop.test/ok?lang=de&status=forged',
      failure: 'https://shop.test/failed#top',
    },
    ...changes,
  });
  return {
    accountId: client.merchant.accountId,
    environment: 'test' as const,
    intentId: json.intent_id as string,
  };
}

test("an intent is paid once and becomes the merchant's transaction", async () => {
  const client = await buildApiClient();
  const address = await buildIntent(client);
  const intent = (await findCheckoutIntent(address))!;
  expect(intent).toMatchObject({ phase: 'open', amount: 2_500, currency: 'EUR', attempts: 0 });
  const payment = await payIntent(intent, { card: buildCard(cards.approved), formId: 'one' });
  expect(payment.kind).toBe('paid');
  const { transactionId } = payment as { transactionId: string };
  expect((await client.get(`/transactions/${transactionId}`)).json).toMatchObject({
    status: 'CAPTURED',
    amount_captured: 2_500,
    external_id: 'order-1',
    intent_id: address.intentId,
  });
  expect(await findCheckoutIntent(address)).toMatchObject({ phase: 'paid', transactionId });
  expect(await payIntent(intent, { card: buildCard(cards.approved), formId: 'two' })).toEqual({
    kind: 'moved_on',
  });
});

test('an intent with `authorize` only holds the money', async () => {
  const client = await buildApiClient();
  const intent = (await findCheckoutIntent(await buildIntent(client, { operation: 'authorize' })))!;
  const { transactionId } = (await payIntent(intent, { card: buildCard(cards.approved), formId: 'one' })) as {
    transactionId: string;
  };
  expect((await client.get(`/transactions/${transactionId}`)).json.status).toBe('AUTHORIZED');
});

test('twenty clicks on pay charge once and all get the same outcome', async () => {
  const client = await buildApiClient();
  const intent = (await findCheckoutIntent(await buildIntent(client)))!;
  const payments = await Promise.all(
    Array.from({ length: 20 }, () => payIntent(intent, { card: buildCard(cards.approved), formId: 'one' })),
  );
  expect(new Set(payments.map((payment) => JSON.stringify(payment))).size).toBe(1);
  expect(payments[0]!.kind).toBe('paid');
  expect(await prisma.transaction.count({ where: { intentId: intent.id } })).toBe(1);
});

test("after a decline, a second tab's form is a new attempt with its own code; the first form is not", async () => {
  const client = await buildApiClient();
  const intent = (await findCheckoutIntent(await buildIntent(client)))!;
  const invalidCard = { ...buildCard(cards.approved), code: new Secret('321') };
  const authorize = vi.spyOn(acquirer, 'authorize');
  mockAnswerOnce('authorize', { kind: 'declined', code: 'incorrect_cvc' });
  const declined = await payIntent(intent, { card: invalidCard, formId: 'one' });
  expect(declined).toMatchObject({ kind: 'declined', attemptsLeft: 4 });
  expect(await payIntent(intent, { card: invalidCard, formId: 'one' })).toEqual({
    ...declined,
    duplicate: true,
  });
  expect(authorize).toHaveBeenCalledTimes(1);
  expect(await payIntent(intent, { card: buildCard(cards.approved), formId: 'two' })).toMatchObject({
    kind: 'paid',
  });
  expect(authorize.mock.calls.map(([{ card }]) => card.code!.reveal())).toEqual(['321', '123']);
  expect(await payIntent(intent, { card: invalidCard, formId: 'one' })).toEqual({ kind: 'moved_on' });
  authorize.mockRestore();
});

test("a second tab waits for the first one's attempt, and makes its own only after a decline", async () => {
  const client = await buildApiClient();
  const pay = async (pan: string) => {
    const intent = (await findCheckoutIntent(
      await buildIntent(client, { external_id: crypto.randomUUID() }),
    ))!;
    const payments = await Promise.all(
      [pan, cards.approved].map((pan, tab) =>
        payIntent(intent, { card: buildCard(pan), formId: `tab ${tab}` }),
      ),
    );
    return payments.map(({ kind }) => kind).sort();
  };
  expect(await pay(cards.approved)).toEqual(['moved_on', 'paid']);
  // Whichever comes first: one is charged.
  expect(['declined,paid', 'moved_on,paid']).toContain(String(await pay(cards.declined)));
});

test('a payer who waited sees when the outcome becomes a decline', async () => {
  const client = await buildApiClient();
  const address = await buildIntent(client);
  const { transactionId } = (await payIntent((await findCheckoutIntent(address))!, {
    card: buildCard(cards.unknownThenDeclined),
    formId: 'one',
  })) as { transactionId: string };
  await prisma.operation.updateMany({ where: { transactionId }, data: { inquireAt: new Date(0) } });
  await resolveUnknownOutcomes();
  expect(await findLastDecline((await findCheckoutIntent(address))!)).toMatchObject({
    code: 'system_error',
    attemptsLeft: 4,
  });
});

test('after five declined payments, an intent accepts no more', async () => {
  const client = await buildApiClient();
  const address = await buildIntent(client);
  for (let attempts = 0; attempts < 5; attempts++) {
    const intent = (await findCheckoutIntent(address))!;
    expect(
      await payIntent(intent, { card: buildCard(cards.declined), formId: `form ${attempts}` }),
    ).toMatchObject({ kind: 'declined', code: 'do_not_honor', attemptsLeft: 4 - attempts });
  }
  const blocked = (await findCheckoutIntent(address))!;
  expect(blocked.phase).toBe('blocked');
  expect(await payIntent(blocked, { card: buildCard(cards.approved), formId: 'six' })).toEqual({
    kind: 'moved_on',
  });
});

test('an unknown outcome keeps the intent from being paid again', async () => {
  const client = await buildApiClient();
  const address = await buildIntent(client);
  const intent = (await findCheckoutIntent(address))!;
  const payment = await payIntent(intent, { card: buildCard(cards.unknownThenApproved), formId: 'one' });
  expect(payment.kind).toBe('paying');
  expect(await findCheckoutIntent(address)).toMatchObject({ phase: 'paying' });
  await prisma.operation.updateMany({
    where: { transactionId: (payment as { transactionId: string }).transactionId },
    data: { inquireAt: new Date(0) },
  });
  await resolveUnknownOutcomes();
  expect(await findCheckoutIntent(address)).toMatchObject({ phase: 'paid' });
});

test("expired, unknown, foreign and other-environment intents can't be paid", async () => {
  const [client, otherClient] = [await buildApiClient(), await buildApiClient()];
  const address = await buildIntent(client);
  expect(await findCheckoutIntent({ ...address, environment: 'live' })).toBeNull();
  expect(await findCheckoutIntent({ ...address, accountId: otherClient.merchant.accountId })).toBeNull();
  expect(await findCheckoutIntent({ ...address, intentId: 'int_unknown' })).toBeNull();
  const open = (await findCheckoutIntent(address))!;
  await prisma.paymentIntent.update({
    where: { id: address.intentId },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });
  expect(await findCheckoutIntent(address)).toMatchObject({ phase: 'expired' });
  expect(await payIntent(open, { card: buildCard(cards.approved), formId: 'one' })).toEqual({
    kind: 'moved_on',
  });
});

test("the redirect is signed, keeps the merchant's parameters, and can't be overridden by them", async () => {
  const client = await buildApiClient();
  const address = await buildIntent(client);
  const intent = (await findCheckoutIntent(address))!;
  const { transactionId } = (await payIntent(intent, { card: buildCard(cards.approved), formId: 'one' })) as {
    transactionId: string;
  };
  const url = new URL(await buildRedirectUrl(intent, transactionId));
  expect(url.origin + url.pathname).toBe('https://shop.test/ok');
  expect(url.searchParams.get('lang')).toBe('de');
  expect(url.searchParams.getAll('status')).toEqual(['CAPTURED']);

  const { signature, ...signed } = Object.fromEntries(
    [...url.searchParams].filter(([name]) => name !== 'lang'),
  );
  const text = Object.keys(signed)
    .sort()
    .map((name) => `${name}=${encodeURIComponent(signed[name]!)}`)
    .join('&');
  const secret = await requireCheckoutSecret({ accountId: address.accountId, environment: 'test' });
  expect(Object.keys(signed).sort()).toEqual([
    'intent_id',
    'reference_id',
    'status',
    'timestamp',
    'transaction_id',
  ]);
  expect(signature).toBe(createHmac('sha256', secret).update(text).digest('hex'));
});

test('a payer who cancels is redirected to the failure URL without a charge', async () => {
  const client = await buildApiClient();
  const intent = (await findCheckoutIntent(await buildIntent(client)))!;
  const url = new URL(await buildRedirectUrl(intent, null));
  expect(`${url.origin}${url.pathname}${url.hash}`).toBe('https://shop.test/failed#top');
  expect(url.searchParams.get('status')).toBe('CANCELLED');
});
