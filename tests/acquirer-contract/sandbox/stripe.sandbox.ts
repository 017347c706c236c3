import { setTimeout as sleep } from 'node:timers/promises';
import { fromStripeAmount } from '~/acquirers/stripe/amounts';
import { createStripeClient } from '~/acquirers/stripe/requests';
import { createStripe } from '~/acquirers/stripe/stripe';
import { config } from '~/platform/config/config.server';
import { Secret } from '~/platform/secrets/secret';
import { testContract, type ContractWorld } from '../contract';
import { declinedCards } from '../stand-in-world';

const { STRIPE_SANDBOX_KEY = '', STRIPE_SANDBOX_MULTICAPTURE } = process.env;
const refundTimeoutMs = 240_000;

/** The cards are from docs.stripe.com/testing. */
async function openStripeSandbox(): Promise<ContractWorld> {
  const origin = config.stripeUrl ? new URL(config.stripeUrl) : undefined;
  const access = {
    settings: { multipleCaptures: STRIPE_SANDBOX_MULTICAPTURE === 'true' },
    secrets: { secretKey: new Secret(STRIPE_SANDBOX_KEY), webhookSecret: new Secret('whsec_unused') },
  };
  const stripe = createStripeClient(access, origin);
  return {
    acquirer: createStripe(access, origin),
    isSandbox: true,
    cards: {
      approved: '4242424242424242',
      declined: declinedCards,
      pendingRefund: '4000000000007726',
      challenged: '4000002760003184',
      wrongAddress: '4000000000000010',
    },
    async readBalance({ payment }) {
      if (payment === null) return { held: 0, captured: 0, refunded: 0 };
      const intent = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] });
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
      const { data: refunds } = await stripe.refunds.list({ payment_intent: payment, limit: 100 });
      // Stripe also lists what it released, without a transaction on the balance.
      const returned = refunds.filter(
        ({ status, balance_transaction: moved }) => status === 'succeeded' && moved,
      );
      const toMinor = (amount: number) => fromStripeAmount(amount, intent.currency.toUpperCase())!;
      return {
        held: toMinor(intent.amount_capturable),
        captured: toMinor(charge?.status === 'succeeded' ? charge.amount_captured : 0),
        refunded: toMinor(returned.reduce((sum, { amount }) => sum + amount, 0)),
      };
    },
    async completeRefunds() {
      for (const end = Date.now() + refundTimeoutMs; Date.now() < end; await sleep(2_000)) {
        const { data } = await stripe.refunds.list({ limit: 20 });
        if (!data.some(({ status }) => status === 'pending')) return;
      }
    },
  };
}

testContract('Stripe’s sandbox', openStripeSandbox);
