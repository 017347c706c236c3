import { laterSeconds, payerCards, type LiveProcessor, type ProcessorBalance } from './live-processor';
import { startStandIn } from './stand-in-process';

type AdyenState = {
  payments: (ProcessorBalance & { pspReference: string; amount: { value: number } })[];
  disputes: { pspReference: string; defense: string }[];
};

export async function startLiveAdyen(): Promise<LiveProcessor> {
  const secrets = {
    apiKey: 'AQE_stand_in_live_key',
    reportApiKey: 'AQE_stand_in_live_report_key',
    hmacKey: '5B1F0C9A7E3D48266F90ABCD1234EF5678901234ABCDEF0011223344556677AA',
  };
  const webhookCredentials = { username: 'tillway-hooks', password: 'four-wide-orange-rivers' };
  const standIn = await startStandIn('adyen', {
    ...{ host: 'localhost', ...secrets, webhookCredentials, merchantAccount: 'HarbourTeaECOM' },
    ...{ isLive: true, captureDelay: 'manual', laterSeconds },
    cards: { [payerCards.approved]: {}, [payerCards.challenged]: { challenge: true } },
  });
  const read = () => standIn.command<AdyenState>('GET state');
  const onlyDispute = async () => (await read()).disputes[0]!;
  return {
    name: 'Adyen',
    settings: { ADYEN_URL: standIn.origin },
    form: {
      'API key': secrets.apiKey,
      'Report API key': secrets.reportApiKey,
      'Merchant account': 'HarbourTeaECOM',
      'Live URL prefix': '1797a841fbb37ca7-HarbourTea',
      'HMAC key': secrets.hmacKey,
      'Webhook user name': webhookCredentials.username,
      'Webhook password': webhookCredentials.password,
    },
    connected: 'Adyen accepts the API key for HarbourTeaECOM.',
    sendWebhooksTo: async (url) => void (await standIn.command('PUT webhooks', { url })),
    listWebhookStatuses: standIn.listWebhookStatuses,
    wait: async () => void (await standIn.command('POST clock', { seconds: laterSeconds })),
    readBalances: async (amount) =>
      (await read()).payments
        .filter((payment) => payment.amount.value === amount)
        .map(({ held, captured, refunded }) => ({ held, captured, refunded })),
    countPayments: async () => (await read()).payments.length,
    async openDispute(amount, disputed) {
      const { pspReference } = (await read()).payments.find((one) => one.amount.value === amount)!;
      await standIn.command('POST disputes', { pspReference, amount: disputed, immediate: true });
    },
    disputeReason: 'Fraud without the card present (10.4)',
    readResponse: async () => ((await onlyDispute()).defense === 'defended' ? 'evidence' : 'none'),
    async decideForMerchant() {
      const { pspReference } = await onlyDispute();
      for (const eventCode of ['CHARGEBACK_REVERSED', 'PREARBITRATION_WON'])
        await standIn.command('POST disputes/decide', { pspReference, eventCode });
    },
    async makePayout() {
      const { payouts } = await standIn.command<{ payouts: { value: number }[] }>('POST payouts', {});
      return payouts[0]!.value;
    },
    feeOf: (captured) => 10 + Math.round(captured * 0.0005) + Math.round(captured * 0.002),
    disputeFee: 750,
    payoutFee: (captures) => 11 * captures,
    stop: standIn.stop,
  };
}
