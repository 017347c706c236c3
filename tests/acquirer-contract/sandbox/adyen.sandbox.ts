import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import type { Acquirer, AcquirerEvent, EventEffect } from '~/acquirers/acquirer';
import { createAdyen } from '~/acquirers/adyen/adyen';
import { fromAdyenAmount } from '~/acquirers/adyen/amounts';
import { config } from '~/platform/config/config.server';
import { Secret } from '~/platform/secrets/secret';
import { testContract, type Balance, type ContractWorld } from '../contract';
import { receiveWebhooks } from '../webhook-receiver';

const setting = (name: string) => process.env[`ADYEN_SANDBOX_${name}`] ?? '';
const multipleCaptures = setting('MULTICAPTURE') === 'true';
/** How long to wait for a webhook. */
const webhookTimeoutMs = Number(setting('WEBHOOK_SECONDS') || 60) * 1_000;
/** If no webhook arrives for this long, we assume that all have arrived. */
const quietMs = webhookTimeoutMs / 20;

const webhooks = await receiveWebhooks(Number(setting('WEBHOOK_PORT') || 4600));
afterAll(() => webhooks.close());

/** Adyen declines its test card for the reason that is the cardholder's name. */
const declined = (name: string) => ({ ...card, name });
const card = { pan: '4111111145551142', code: '737', expiry: { month: 3, year: 2030 } };

async function openAdyenSandbox(): Promise<ContractWorld> {
  const secrets = {
    apiKey: new Secret(setting('KEY')),
    hmacKey: new Secret(setting('HMAC_KEY')),
    webhookUser: new Secret(setting('WEBHOOK_USER')),
    webhookPassword: new Secret(setting('WEBHOOK_PASSWORD')),
  };
  const origin = config.adyenUrl ? new URL(config.adyenUrl) : undefined;
  const settings = { merchantAccount: setting('MERCHANT_ACCOUNT'), multipleCaptures };
  const adyen = createAdyen({ settings, secrets, environment: 'test' }, origin);
  /** Payments that Adyen captures itself, which it doesn’t report. */
  const captured = new Set<string>();
  const acquirer: Acquirer = {
    ...adyen,
    authorize(request, signal) {
      if (request.capture) captured.add(request.reference);
      return adyen.authorize(request, signal);
    },
  };
  /** Adyen can't be queried, so its events serve as its records. */
  const events: AcquirerEvent[] = [];
  /** Effects of webhooks that were read to compute a balance. */
  const later: EventEffect[] = [];

  async function readWebhooks(): Promise<EventEffect[]> {
    const effects: EventEffect[] = [];
    for (const webhook of webhooks.received.splice(0)) {
      const read = acquirer.readWebhook!(webhook, [secrets]);
      expect(read, 'the webhook’s signature, user, and password').not.toBeNull();
      for (const event of read!) {
        if (events.some(({ id }) => id === event.id)) continue;
        events.push(event);
        effects.push(...(await acquirer.readEvent!(event, new AbortController().signal)));
      }
    }
    return effects;
  }

  const isReported = (awaited: string) => events.some(({ reference }) => reference === awaited);

  async function readWebhooksUntil(isDone: () => boolean): Promise<EventEffect[]> {
    const effects = await readWebhooks();
    for (const end = Date.now() + webhookTimeoutMs; !isDone() && Date.now() < end;) {
      await sleep(200);
      effects.push(...(await readWebhooks()));
    }
    return effects;
  }

  return {
    acquirer,
    isSandbox: true,
    cards: {
      approved: card,
      declined: {
        do_not_honor: declined('DECLINED'),
        insufficient_funds: declined('NOT_ENOUGH_BALANCE'),
        expired_card: declined('CARD_EXPIRED'),
        incorrect_cvc: declined('CVC_DECLINED'),
        suspected_fraud: declined('FRAUD'),
        system_error: declined('ERROR'),
      },
      challenged: { pan: '4917610000000000', code: '737', expiry: { month: 3, year: 2030 } },
    },
    async readBalance({ authorization }) {
      later.push(...(await readWebhooksUntil(() => isReported(authorization))));
      let known: number;
      do {
        known = events.length;
        await sleep(quietMs);
        later.push(...(await readWebhooks()));
      } while (events.length !== known);
      return toBalance(events, { authorization, isCaptured: captured.has(authorization) });
    },
    async settle(awaited) {
      return [
        ...later.splice(0),
        ...(await readWebhooksUntil(() => awaited === null || isReported(awaited))),
      ];
    },
  };
}

/** What Adyen has reported about a payment, in minor units. */
function toBalance(
  events: AcquirerEvent[],
  { authorization, isCaptured }: { authorization: string; isCaptured: boolean },
): Balance {
  const balance = { held: 0, captured: 0, refunded: 0 };
  const payment = events.find(
    ({ type, reference }) => type === 'AUTHORISATION' && reference === authorization,
  );
  if (!payment?.details?.success) return balance;
  const amountOf = ({ details = {} }: AcquirerEvent) =>
    fromAdyenAmount(Number(details.value), String(details.currency))!;
  balance[isCaptured ? 'captured' : 'held'] = amountOf(payment);
  /** A reversal either refunds or cancels. */
  const hasAction = ({ type, details }: AcquirerEvent, action: 'refund' | 'cancel') =>
    type === 'CANCEL_OR_REFUND' && details?.['modification.action'] === action;
  for (const event of events) {
    if (event.details?.originalReference !== payment.subject || !event.details.success) continue;
    if (event.type === 'CAPTURE') {
      balance.captured += amountOf(event);
      balance.held = multipleCaptures ? balance.held - amountOf(event) : 0;
    } else if (event.type === 'REFUND' || hasAction(event, 'refund')) balance.refunded += amountOf(event);
    else if (['CANCELLATION', 'TECHNICAL_CANCEL'].includes(event.type) || hasAction(event, 'cancel'))
      balance.held = 0;
  }
  return balance;
}

testContract('Adyen’s sandbox', openAdyenSandbox);
