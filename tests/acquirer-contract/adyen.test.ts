import { afterAll, expect } from 'vitest';
import type { EventEffect } from '~/acquirers/acquirer';
import { createAdyen } from '~/acquirers/adyen/adyen';
import { fromAdyenAmount } from '~/acquirers/adyen/amounts';
import { Secret } from '~/platform/secrets/secret';
import type { CardBehavior } from '../stand-ins/adyen/cards';
import { startAdyenStandIn } from '../stand-ins/adyen/server';
import { testContract, type ContractWorld, type LostAnswer } from './contract';
import { answerFaults, declinedCards } from './stand-in-world';
import { receiveWebhooks } from './webhook-receiver';

const opened: { close(): Promise<void> | void }[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

const paths = {
  authorize: '/v72/payments',
  capture: '/v72/payments/*/captures',
  void: '/v72/payments/*/cancels',
  refund: '/v72/payments/*/refunds',
} as const satisfies Record<LostAnswer['operation'], string>;

const cards: Record<string, CardBehavior> = {
  '4000000000000002': { refusal: 'DECLINED' },
  '4000000000009995': { refusal: 'NOT_ENOUGH_BALANCE' },
  '4000000000009987': { refusal: 'DECLINED', raw: '41 : Lost card' },
  '4000000000009979': { refusal: 'BLOCK_CARD', raw: '43 : Stolen card' },
  '4000000000006975': { refusal: 'WITHDRAWAL_AMOUNT_EXCEEDED' },
  '4000000000000069': { refusal: 'CARD_EXPIRED' },
  '4000000000000127': { refusal: 'CVC_DECLINED' },
  '4000000000000119': { refusal: 'ERROR' },
  '4100000000000019': { refusal: 'FRAUD' },
  '4000000000000010': { checks: { avs: 2 } },
};

/** In whole units: a payout can’t have a fraction of a unit of a currency without decimals, such as ISK. */
const fees = { interchangePercent: 1, schemePercent: 0, markup: 100, perTransaction: 100 };
const credentials = { username: 'tillway-hooks', password: 'four-wide-orange-rivers' };

async function openAdyen(multipleCaptures: boolean): Promise<ContractWorld> {
  const webhooks = await receiveWebhooks();
  opened.push(webhooks);
  const standIn = await startAdyenStandIn({
    ...{ cards, multiplePartialCaptures: multipleCaptures, captureDelay: 'manual' },
    ...{ webhookUrl: webhooks.url, webhookCredentials: credentials, fees },
  });
  opened.push(standIn);
  const { control, origin, merchantAccount } = standIn;
  const secrets = {
    apiKey: new Secret(standIn.apiKey),
    reportApiKey: new Secret(standIn.reportApiKey),
    hmacKey: new Secret(standIn.hmacKey),
    webhookUser: new Secret(credentials.username),
    webhookPassword: new Secret(credentials.password),
  };
  const acquirer = createAdyen(
    { settings: { merchantAccount, multipleCaptures }, secrets, environment: 'test' },
    new URL(origin),
  );
  /** Delivers the webhooks since the last call to the adapter. */
  const settle = async () => {
    await control.webhooksSettled();
    const effects: EventEffect[] = [];
    for (const webhook of webhooks.received.splice(0)) {
      const events = acquirer.readWebhook!(webhook, [secrets]);
      expect(events).not.toBeNull();
      for (const event of events!)
        effects.push(...(await acquirer.readEvent!(event, new AbortController().signal)));
    }
    return effects;
  };
  return {
    acquirer,
    cards: {
      approved: '4111111111111111',
      declined: declinedCards,
      challenged: '4917610000000000',
      challengedOnRequest: '4111111111111111',
      wrongAddress: '4000000000000010',
    },
    reportsAmounts: true,
    readBalance: async ({ authorization }) => {
      const own = control.state().payments.filter(({ reference }) => reference === authorization);
      const sum = (name: 'held' | 'captured' | 'refunded') =>
        own.reduce((total, payment) => total + fromAdyenAmount(payment[name], payment.amount.currency)!, 0);
      return { held: sum('held'), captured: sum('captured'), refunded: sum('refunded') };
    },
    loseAnswer: ({ operation, effect }) => {
      control.setFaults([{ fault: 'reset', effect, path: paths[operation], times: 1 }]);
    },
    break: (how) => {
      control.setFaults([answerFaults[how]]);
      return () => control.setFaults([]);
    },
    cutAnswers: (operation, bytes) => {
      control.setFaults(bytes === null ? [] : [{ fault: 'cut', bytes, path: paths[operation] }]);
    },
    openWithRevokedKey: () =>
      createAdyen(
        {
          settings: { merchantAccount, multipleCaptures },
          secrets: { ...secrets, apiKey: new Secret('AQE_revoked') },
          environment: 'test',
        },
        new URL(origin),
      ),
    completeChallenge: ({ authorization }, result) => {
      const outcome = result === 'confirmed' ? 'completed' : 'failed';
      const { returnUrl } = control.completeChallenge({ reference: authorization, outcome });
      return Object.fromEntries(new URL(returnUrl).searchParams);
    },
    passTime: (seconds) => control.advanceClock({ seconds }),
    idempotencyKeyHours: 7 * 24,
    settle,
    makePayouts: async () => {
      control.makePayout();
      return (await settle()).flatMap((effect) => (effect.kind === 'payout' ? [effect.payout] : []));
    },
  };
}

testContract('Adyen', () => openAdyen(false));
testContract('Adyen with several captures', () => openAdyen(true));
