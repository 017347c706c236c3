import { laterSeconds, payerCards, type LiveProcessor } from './live-processor';
import { startStandIn } from './stand-in-process';

type StripeState = {
  intents: { id: string; amount: number; amount_capturable: number }[];
  charges: { payment_intent: string; status: string; amount_captured: number }[];
  refunds: { payment_intent: string; status: string; amount: number; balance_transaction: string | null }[];
  disputes: { id: string; submission_count: number }[];
};

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

export async function startLiveStripe(): Promise<LiveProcessor> {
  const [secretKey, webhookSecret] = ['sk_live_51PqRsTuVwXyZ0123456789', 'whsec_0123456789abcdefghij'];
  const standIn = await startStandIn('stripe', {
    ...{ host: 'localhost', secretKey, webhookSecret, laterSeconds, availableAfterSeconds: laterSeconds },
    cards: { [payerCards.approved]: {}, [payerCards.challenged]: { challenge: 'payer_present' } },
  });
  const read = () => standIn.command<StripeState>('GET state');
  const onlyDispute = async () => (await read()).disputes[0]!;
  return {
    name: 'Stripe',
    settings: { STRIPE_URL: standIn.origin },
    form: { 'Secret key': secretKey, 'Webhook signing secret': webhookSecret },
    connected: 'Stripe accepts the key of',
    sendWebhooksTo: async (url) => void (await standIn.command('PUT webhooks', { url })),
    listWebhookStatuses: standIn.listWebhookStatuses,
    wait: async () => void (await standIn.command('POST clock', { seconds: laterSeconds })),
    async readBalances(amount) {
      const { intents, charges, refunds } = await read();
      return intents
        .filter((intent) => intent.amount === amount)
        .map(({ id, amount_capturable }) => ({
          held: amount_capturable,
          captured: sum(
            charges
              .filter(({ payment_intent, status }) => payment_intent === id && status === 'succeeded')
              .map(({ amount_captured }) => amount_captured),
          ),
          // The release of a hold is a refund, too, which moves no money.
          refunded: sum(
            refunds
              .filter((refund) => refund.payment_intent === id && refund.status === 'succeeded')
              .filter(({ balance_transaction }) => balance_transaction)
              .map(({ amount }) => amount),
          ),
        }));
    },
    countPayments: async () => (await read()).intents.length,
    async openDispute(amount, disputed) {
      const intent = (await read()).intents.find((one) => one.amount === amount)!;
      await standIn.command('POST disputes', { payment_intent: intent.id, amount: disputed });
    },
    disputeReason: 'Not recognized by the cardholder',
    readResponse: async () => ((await onlyDispute()).submission_count === 1 ? 'evidence' : 'none'),
    async decideForMerchant() {
      await standIn.command('POST disputes/decide', { dispute: (await onlyDispute()).id, status: 'won' });
    },
    async makePayout() {
      const payouts = await standIn.command<{ amount: number }[]>('POST payouts');
      return payouts[0]!.amount;
    },
    feeOf: (captured) => Math.round(captured * 0.029) + 30,
    disputeFee: 1_500,
    payoutFee: () => 0,
    stop: standIn.stop,
  };
}
