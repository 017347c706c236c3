import { afterAll } from 'vitest';
import { fromStripeAmount } from '~/acquirers/stripe/amounts';
import { createStripe } from '~/acquirers/stripe/stripe';
import { Secret } from '~/platform/secrets/secret';
import { startStripeStandIn, type StripeStandIn } from '../stand-ins/stripe/server';
import { testContract, type ContractWorld, type LostAnswer } from './contract';
import { answerFaults, declinedCards } from './stand-in-world';

const openStandIns: StripeStandIn[] = [];
afterAll(() => Promise.all(openStandIns.map((standIn) => standIn.close())));

const paths = {
  authorize: '/v1/payment_intents/*/confirm',
  capture: '/v1/payment_intents/*/capture',
  void: '/v1/payment_intents/*/cancel',
  refund: '/v1/refunds',
} as const satisfies Record<LostAnswer['operation'], string>;

async function openStripe(multipleCaptures: boolean): Promise<ContractWorld> {
  const standIn = await startStripeStandIn({
    multicapture: multipleCaptures,
    availableAfterSeconds: 0,
    // In whole units: a payout can’t have a fraction of a unit of a currency without decimals, such as ISK.
    fee: { percent: 3, fixed: 100 },
  });
  openStandIns.push(standIn);
  const { control, secretKey, webhookSecret, origin } = standIn;
  const acquirer = createStripe(
    {
      settings: { multipleCaptures },
      secrets: { secretKey: new Secret(secretKey), webhookSecret: new Secret(webhookSecret) },
    },
    new URL(origin),
  );
  return {
    acquirer,
    cards: {
      approved: '4242424242424242',
      declined: declinedCards,
      pendingRefund: '4000000000007726',
      challenged: '4000002760003184',
      challengedOnRequest: '4000000000003055',
      wrongAddress: '4000000000000010',
    },
    reportsAmounts: true,
    readBalance: async ({ payment }) => {
      const { intents, charges, refunds } = control.state();
      const intent = intents.find(({ id }) => id === payment);
      if (!intent) return { held: 0, captured: 0, refunded: 0 };
      const toMinor = (amount: number) => fromStripeAmount(amount, intent.currency.toUpperCase())!;
      const own = charges.filter(
        (charge) => charge.payment_intent === payment && charge.status === 'succeeded',
      );
      const returned = refunds.filter(
        (refund) =>
          refund.payment_intent === payment && refund.status === 'succeeded' && refund.balance_transaction,
      );
      const sum = (amounts: number[]) => toMinor(amounts.reduce((total, one) => total + one, 0));
      return {
        held: toMinor(intent.amount_capturable),
        captured: sum(own.map((charge) => charge.amount_captured)),
        refunded: sum(returned.map((refund) => refund.amount)),
      };
    },
    loseAnswer: ({ operation, effect }) => {
      // The SDK sends a request a second time after a reset connection.
      control.setFaults([{ fault: 'reset', effect, method: 'POST', path: paths[operation], times: 2 }]);
    },
    break: (how) => {
      control.setFaults([answerFaults[how]]);
      return () => control.setFaults([]);
    },
    cutAnswers: (operation, bytes) => {
      control.setFaults(
        bytes === null ? [] : [{ fault: 'cut', bytes, method: 'POST', path: paths[operation] }],
      );
    },
    openWithRevokedKey: () =>
      createStripe(
        {
          settings: { multipleCaptures },
          secrets: { secretKey: new Secret('sk_test_revoked'), webhookSecret: new Secret(webhookSecret) },
        },
        new URL(origin),
      ),
    completeChallenge: ({ payment }, result) => {
      const outcome = result === 'confirmed' ? 'completed' : 'failed';
      control.completeChallenge({ intent: payment!, outcome });
    },
    completeRefunds: () => {
      for (const { id, status } of control.state().refunds)
        if (status === 'pending') control.resolveRefund({ refund: id, status: 'succeeded' });
    },
    passTime: (seconds) => control.advanceClock({ seconds }),
    makePayouts: async () => {
      const made = new Set(control.makePayouts().map(({ id }) => id));
      const listed = await acquirer.listPayouts!(new Date(0), new AbortController().signal);
      return listed.filter(({ id }) => made.has(id));
    },
  };
}

testContract('Stripe', () => openStripe(false));
testContract('Stripe with several captures', () => openStripe(true));
