import { expect, test } from 'vitest';
import { verifyAndSaveCard } from '~/payments/checkout/card-saving/card-saving';
import { completeVerification } from '~/payments/checkout/card-saving/card-verifications';
import { prisma } from '~/platform/database/db.server';
import { createTestClient, createTestMethod } from '../../stand-ins/stripe/test-client';
import { buildCard, buildCardIntent } from '../../world/payments/card-tokens';
import { buildStripeMerchant } from '../../world/acquirers/stripe';

const challengeCard = '4000002760003184';

/** A card at Stripe whose payer is at their bank. */
async function startChallenge() {
  const { client, standIn } = await buildStripeMerchant();
  const { address, intent } = await buildCardIntent(client, { reason: 'recurring' });
  const result = await verifyAndSaveCard(intent, { card: buildCard(challengeCard), formId: 'one' });
  expect(result).toEqual({ kind: 'action_required' });
  const { acquirerReference: setup } = await prisma.cardVerification.findUniqueOrThrow({
    where: { intentId: intent.id },
  });
  return {
    ...{ standIn, address, setup },
    read: () => prisma.cardIntent.findUniqueOrThrow({ where: { id: intent.id } }),
  };
}

test('a card is saved after its payer confirmed at the bank', async () => {
  const { standIn, setup, address, read } = await startChallenge();
  standIn.control.completeChallenge({ intent: setup, outcome: 'completed' });
  await completeVerification(address, { setup_intent: setup, setup_intent_client_secret: 'secret' });
  expect(await read()).toMatchObject({ state: 'COMPLETED' });
});

test('another card that a browser confirmed after a failed challenge doesn’t approve ours', async () => {
  const { standIn, setup, address, read } = await startChallenge();
  standIn.control.completeChallenge({ intent: setup, outcome: 'failed' });
  const method = await createTestMethod(createTestClient(standIn), '4242424242424242');
  standIn.control.confirmInBrowser({ intent: setup, payment_method: method });
  await completeVerification(address, {});
  expect(await read()).toMatchObject({ state: 'OPEN', lastResult: 'authentication_failed', declines: 1 });
});
