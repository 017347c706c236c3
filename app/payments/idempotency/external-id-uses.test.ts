import { expect, test } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { failRefund } from '~/payments/operations/refund-failures';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import { buildCard, buildCardIntent } from '../../../tests/world/payments/card-tokens';
import { buildPayment, cards, refund, sendCaptureOrVoid } from '../../../tests/world/payments/payments';
import { withoutTriggers } from '../../../tests/world/payments/overwrite';
import { findExternalIdUses } from './external-id-uses';

test('an external_id has at most one use in each family, in the order of their time', async () => {
  const [client, stranger] = [await buildApiClient(), await buildApiClient()];
  const { accountId } = client.merchant;
  const key = { accountId, environment: 'test' as const, externalId: 'same' };
  const redirect_urls = { success: 'https://shop.test/ok', failure: 'https://shop.test/no' };
  const buildIntent = async (external_id: string) => {
    const order = { order_amount: 2_500, order_currency: 'EUR' };
    const { json } = await client.post('/intents/payment', { external_id, order, redirect_urls });
    return json.intent_id as string;
  };
  const { id } = await buildPayment(client, { externalId: 'same' });
  await sendCaptureOrVoid(client, id, { operation: 'capture', externalId: 'same' });
  const { json: refunded } = await refund(client, id, 1_000, 'same');
  const intentId = await buildIntent('same');
  const { intent: cardIntent } = await buildCardIntent(client, { external_id: 'same' });
  await buildPayment(client, { externalId: 'other' });
  await buildPayment(stranger, { externalId: 'same' });
  await prisma.idempotencyKey.create({
    data: {
      ...key,
      environment: 'live',
      family: 'transaction',
      fingerprint: '',
      resourceId: createId('trx'),
    },
  });

  const uses = [
    { family: 'refund', resourceId: refunded.id as string, outcome: 'SUCCEEDED' },
    { family: 'payment_intent', resourceId: intentId, outcome: null },
    { family: 'transaction', resourceId: id as string, outcome: 'SUCCEEDED' },
    { family: 'card_intent', resourceId: cardIntent.id, outcome: null },
    { family: 'operation', resourceId: id as string, outcome: 'SUCCEEDED' },
  ].map((use, day) => ({
    ...use,
    usedAt: new Date(Date.UTC(2030, 0, day + 1)),
    payment: null,
    isReturned: false,
  }));
  for (const { family, usedAt } of [...uses].reverse())
    await withoutTriggers((db) =>
      db.idempotencyKey.updateMany({ where: { ...key, family }, data: { createdAt: usedAt } }),
    );
  expect(await findExternalIdUses(key)).toEqual(uses);

  const intent = await findCheckoutIntent({ accountId, environment: 'test', intentId });
  for (const [card, isPaid] of [
    [cards.declined, false],
    [cards.approved, true],
  ] as const) {
    const attempt = await payIntent(intent!, { card: buildCard(card), formId: card });
    const { transactionId } = attempt as { transactionId: string };
    expect(await findExternalIdUses(key)).toEqual(
      uses.map((use) =>
        use.family === 'payment_intent' ? { ...use, payment: { id: transactionId, isPaid } } : use,
      ),
    );
  }
  expect(await findExternalIdUses({ ...key, externalId: 'unused' })).toEqual([]);
  expect(await findExternalIdUses({ ...key, externalId: 'other' })).toMatchObject([
    { family: 'transaction', payment: null },
  ]);
});

test('a refund that the bank returned later is known as such', async () => {
  const client = await buildApiClient();
  const payment = await buildPayment(client, { operation: 'authcap' });
  const refunded = await refund(client, payment.id, 1_000);
  const { externalId } = await prisma.transaction.findUniqueOrThrow({
    where: { id: refunded.json.id as string },
  });
  const key = { accountId: client.merchant.accountId, environment: 'test' as const, externalId };
  expect(await findExternalIdUses(key)).toMatchObject([{ family: 'refund', isReturned: false }]);
  const transactionId = refunded.json.id as string;
  const { id: reference } = await prisma.operation.findFirstOrThrow({ where: { transactionId } });
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({
    where: { id: transactionId },
  });
  await failRefund(builtInConnectionId('test'), {
    ...{ kind: 'refund_failed', reference, authorization, code: 'restricted_card' },
    ...{ amountMinor: 1_000, currency: 'USD' },
  });
  expect(await findExternalIdUses(key)).toMatchObject([{ family: 'refund', isReturned: true }]);
});

test('a chargeback has the acquirer’s reference', async () => {
  const [client, stranger] = [await buildApiClient(), await buildApiClient()];
  const { id: chargebackId, entry } = await buildChargeback(client);
  const other = await buildChargeback(stranger);
  const key = { accountId: client.merchant.accountId, environment: 'test' as const };
  expect(await findExternalIdUses({ ...key, externalId: entry.reference })).toMatchObject([
    { family: 'chargeback', resourceId: chargebackId, outcome: null },
  ]);
  expect(await findExternalIdUses({ ...key, externalId: other.entry.reference })).toEqual([]);
});
