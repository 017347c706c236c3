import { describe, expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createTestClient, createTestMethod } from '../../stand-ins/stripe/test-client';
import { resolveOutcomesOf } from '../../world/payments/elapsed-time';
import { listOperations, paymentBody } from '../../world/payments/payments';
import { buildStripeMerchant, readStripeBalance } from '../../world/acquirers/stripe';

const challengeCard = '4000002760003184';
const otherCard = '4242424242424242';

/** A payment whose payer is at their bank. */
async function startChallenge(operation = 'authorize') {
  const merchant = await buildStripeMerchant();
  const { control } = merchant.standIn;
  const { json } = await merchant.client.post('/transactions', {
    ...paymentBody({ pan: challengeCard, operation }),
    return_url: 'https://shop.test/done',
  });
  expect(json.status).toBe('PENDING');
  const id = json.id as string;
  const readIntent = async () => {
    const { authorizationId } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
    return control.state().intents.find(({ metadata }) => metadata.reference === authorizationId)!;
  };
  const { id: intent } = await readIntent();
  /** With Stripe's publishable key and the client secret, which the payer's browser has by then. */
  const confirmInBrowser = async (number = otherCard) => {
    const method = await createTestMethod(createTestClient(merchant.standIn), number);
    return control.confirmInBrowser({ intent, payment_method: method });
  };
  return {
    ...{ id, intent, merchant, control, readIntent, confirmInBrowser },
    complete: (outcome: 'completed' | 'failed') => control.completeChallenge({ intent, outcome }),
    readPayment: () => prisma.transaction.findUniqueOrThrow({ where: { id } }),
    balance: () => readStripeBalance(merchant, id),
  };
}

const nothing = { held: 0, captured: 0, refunded: 0 };

test('after a failed challenge, the payment is canceled at Stripe before it counts as declined', async () => {
  const { id, complete, readPayment, readIntent, confirmInBrowser, balance } = await startChallenge();
  complete('failed');
  await resolveOutcomesOf(id);
  expect(await readPayment()).toMatchObject({ status: 'DECLINED', declineCode: 'authentication_failed' });
  expect((await readIntent()).status).toBe('canceled');
  await expect(confirmInBrowser()).rejects.toThrow('it has a status of canceled');
  expect(await balance()).toEqual(nothing);
});

describe('another card that a browser confirmed after a failed challenge', () => {
  test.each([
    ['a hold is released', 'authorize', nothing],
    ['a capture is refunded', 'authcap', { held: 0, captured: 10_000, refunded: 10_000 }],
  ])('isn’t charged: %s', async (_, operation, after) => {
    const { id, complete, confirmInBrowser, readPayment, balance } = await startChallenge(operation);
    complete('failed');
    await confirmInBrowser();
    for (let inquiry = 0; inquiry < 2; inquiry++) await resolveOutcomesOf(id);
    expect(await readPayment()).toMatchObject({ status: 'DECLINED', declineCode: 'authentication_failed' });
    expect(await listOperations(id)).toMatchObject([[operation, 10_000, 'FAILED', expect.anything()]]);
    expect(await balance()).toEqual(after);
  });
});
