import { z } from 'zod';
import type { Context, StoredModification, StoredPayment } from './account-state';
import { AdyenApiError } from './api-error';
import { completeChallenge, findChallenge } from './challenges';
import { decideDispute, openDispute, type StoredDispute } from './disputes';
import { faultsSchema, type StandInFaults } from '../faults';
import { failModification } from './modifications';
import { finishPayment } from './payments';
import { newPspReference } from './psp-reference';
import type { NotificationRequestItem } from './sdk-types';
import type { RequestLog } from '../request-log';
import { announceReport, chargeFee, makePayout, replaceReport } from './settlement';
import { webhookSettingsSchema } from './webhooks';

const merchantAccount = z.string().optional();
const pspReference = z.string();

const commands = {
  setFaults: faultsSchema,
  setWebhooks: webhookSettingsSchema,
  releaseWebhooks: z.strictObject({ order: z.enum(['created', 'reversed']).optional() }),
  resendWebhook: z.strictObject({ pspReference, eventCode: z.string() }),
  publishWebhook: z.strictObject({
    pspReference,
    eventCode: z.string(),
    success: z.boolean().default(true),
    reason: z.string().default(''),
    additionalData: z.record(z.string(), z.string()).optional(),
    amount: z.strictObject({ value: z.int(), currency: z.string() }).optional(),
    merchantReference: z.string().optional(),
  }),
  advanceClock: z.strictObject({ seconds: z.int().min(0) }),
  completeChallenge: z.strictObject({
    reference: z.string(),
    outcome: z.enum(['completed', 'failed', 'canceled']),
  }),
  resolvePayment: z.strictObject({ pspReference, success: z.boolean() }),
  decideModification: z.strictObject({
    operation: z.enum(['capture', 'cancel', 'refund', 'reversal', 'technical_cancel']),
    outcome: z.enum(['refused', 'failed', 'reversed']),
    reason: z.string().optional(),
  }),
  failModification: z.strictObject({
    pspReference,
    outcome: z.enum(['failed', 'reversed']),
    reason: z.string().optional(),
  }),
  openDispute: z.strictObject({
    pspReference,
    amount: z.int().min(1).optional(),
    reason: z.string().optional(),
    immediate: z.boolean().optional(),
  }),
  decideDispute: z.strictObject({
    pspReference,
    eventCode: z.enum([
      'CHARGEBACK',
      'CHARGEBACK_REVERSED',
      'SECOND_CHARGEBACK',
      'PREARBITRATION_WON',
      'PREARBITRATION_LOST',
      'DISPUTE_DEFENSE_PERIOD_ENDED',
    ]),
  }),
  makePayout: z.strictObject({ merchantAccount, reportUrl: z.url().optional() }),
  announceReport: z.strictObject({ merchantAccount, fileName: z.string() }),
  replaceReport: z.strictObject({ merchantAccount, fileName: z.string(), report: z.string() }),
  chargeFee: z.strictObject({
    amount: z.int(),
    currency: z.string(),
    type: z.string().default('Fee'),
    description: z.string().default('Invoice deduction'),
    merchantAccount,
  }),
};
type Commands = { [name in keyof typeof commands]: z.input<(typeof commands)[name]> };

type World = { context: Context; faults: StandInFaults; log: RequestLog };

/** What a test decides instead of issuers, schemes, and the network. */
export class StandInControl {
  readonly #context: Context;

  constructor(private readonly world: World) {
    this.#context = world.context;
  }

  setFaults(input: Commands['setFaults']) {
    return this.world.faults.set(input);
  }

  faults() {
    return this.world.faults.list();
  }

  setWebhooks(input: Commands['setWebhooks']) {
    this.#context.webhooks.set(commands.setWebhooks.parse(input));
    return this.webhooks();
  }

  async releaseWebhooks(input: Commands['releaseWebhooks'] = {}) {
    return { released: await this.#context.webhooks.release(commands.releaseWebhooks.parse(input).order) };
  }

  async resendWebhook(input: Commands['resendWebhook']) {
    const wanted = commands.resendWebhook.parse(input);
    const { webhooks } = this.#context;
    const item = webhooks.notifications.findLast(
      (one) => one.pspReference === wanted.pspReference && one.eventCode === wanted.eventCode,
    );
    if (!item) throw notFound(`${wanted.eventCode} of ${wanted.pspReference}`);
    webhooks.resend(item);
    await webhooks.settled();
    return wanted;
  }

  advanceClock(input: Commands['advanceClock']) {
    const { clock } = this.#context;
    clock.advance(commands.advanceClock.parse(input).seconds);
    return { now: clock.now() };
  }

  completeChallenge(input: Commands['completeChallenge']) {
    const { reference, outcome } = commands.completeChallenge.parse(input);
    const payment = findChallenge(this.#context, (one) => one.reference === reference);
    return { returnUrl: completeChallenge(payment, outcome) };
  }

  /** What the issuer says at last about a payment that was received. */
  resolvePayment(input: Commands['resolvePayment']) {
    const { pspReference, success } = commands.resolvePayment.parse(input);
    const payment = this.#findPayment(pspReference);
    if (payment.status !== 'pending') throw new AdyenApiError(422, '000', `Payment is ${payment.status}.`);
    finishPayment(this.#context, payment, success ? undefined : 'DECLINED');
    return presentPayment(payment);
  }

  decideModification(input: Commands['decideModification']) {
    const decision = commands.decideModification.parse(input);
    this.#context.account.decisions.push(decision);
    return decision;
  }

  failModification(input: Commands['failModification']) {
    const { pspReference, outcome, reason } = commands.failModification.parse(input);
    const modification = this.#context.account.modifications.get(pspReference);
    if (!modification) throw notFound(`modification ${pspReference}`);
    failModification(this.#context, modification, outcome, reason);
    return { ...modification };
  }

  openDispute(input: Commands['openDispute']) {
    const { pspReference, immediate, ...dispute } = commands.openDispute.parse(input);
    return presentDispute(
      openDispute(this.#context, this.#findPayment(pspReference), { ...dispute, isImmediate: immediate }),
    );
  }

  decideDispute(input: Commands['decideDispute']) {
    const { pspReference, eventCode } = commands.decideDispute.parse(input);
    const dispute = this.#context.account.disputes.get(pspReference);
    if (!dispute) throw notFound(`dispute ${pspReference}`);
    decideDispute(this.#context, dispute, eventCode);
    return presentDispute(dispute);
  }

  /** Publishes any notification about a payment, such as one that the SDK doesn't know. Nothing else happens. */
  publishWebhook(input: Commands['publishWebhook']) {
    const { pspReference, eventCode, ...details } = commands.publishWebhook.parse(input);
    const { success, reason, additionalData, amount, merchantReference } = details;
    const payment = this.#findPayment(pspReference);
    const item = {
      eventCode: eventCode as NotificationRequestItem['eventCode'],
      success,
      pspReference: newPspReference(),
      originalReference: payment.pspReference,
      merchantAccountCode: payment.merchantAccount,
      merchantReference: merchantReference ?? payment.reference,
      amount: amount ?? payment.amount,
      paymentMethod: payment.card.brand,
      reason,
      ...(additionalData && { additionalData }),
    };
    this.#context.webhooks.publish(item);
    return item;
  }

  /** Pays out everything that was settled since the last payout. */
  makePayout(input: Commands['makePayout'] = {}) {
    const { merchantAccount, reportUrl } = commands.makePayout.parse(input);
    return makePayout(this.#context, merchantAccount ?? this.#context.settings.merchantAccount, reportUrl);
  }

  /** Announces a report, for example again. */
  announceReport(input: Commands['announceReport']) {
    const { merchantAccount, fileName } = commands.announceReport.parse(input);
    announceReport(this.#context, merchantAccount ?? this.#context.settings.merchantAccount, fileName);
    return { fileName };
  }

  /** Replaces a report, for example with one that is damaged. */
  replaceReport(input: Commands['replaceReport']) {
    const { merchantAccount, fileName, report } = commands.replaceReport.parse(input);
    replaceReport(this.#context, merchantAccount ?? this.#context.settings.merchantAccount, fileName, report);
    return { fileName };
  }

  /** A fee of Adyen that belongs to no payment, or another movement. A negative amount is a credit. */
  chargeFee(input: Commands['chargeFee']) {
    const { merchantAccount, ...fee } = commands.chargeFee.parse(input);
    const account = merchantAccount ?? this.#context.settings.merchantAccount;
    chargeFee(this.#context, account, fee);
    return { merchantAccount: account, ...fee };
  }

  webhooks() {
    const { settings, heldEvents, deliveries, notifications } = this.#context.webhooks;
    return { settings, held: heldEvents, deliveries, notifications };
  }

  /** Waits until all outcomes that are due are published, and all webhooks so far are answered. */
  async webhooksSettled(): Promise<void> {
    this.#context.clock.runDue();
    await this.#context.webhooks.settled();
  }

  /** Everything that happened, for assertions. No card data but the last four digits. */
  state() {
    const { payments, modifications, disputes, batches } = this.#context.account;
    return structuredClone({
      payments: [...payments.values()].map(presentPayment),
      modifications: [...modifications.values()] satisfies StoredModification[],
      disputes: [...disputes.values()].map(presentDispute),
      payouts: batches.map(({ report: _, ...batch }) => batch),
      requests: this.world.log.requests,
    });
  }

  /** The commands over HTTP. Undefined when there is no such address. */
  async handle(method: string, path: string, body: string): Promise<object | undefined> {
    const name = path.slice('/_stand-in/'.length);
    const input = () => JSON.parse(body || '{}') as never;
    switch (`${method} ${name}`) {
      case 'GET state':
        return this.state();
      case 'GET faults':
        return this.faults();
      case 'GET webhooks':
        return this.webhooks();
      case 'PUT faults':
        return this.setFaults(input());
      case 'PUT webhooks':
        return this.setWebhooks(input());
      case 'POST webhooks/release':
        return this.releaseWebhooks(input());
      case 'POST webhooks/resend':
        return this.resendWebhook(input());
      case 'POST webhooks/publish':
        return this.publishWebhook(input());
      case 'POST clock':
        return this.advanceClock(input());
      case 'POST challenges':
        return this.completeChallenge(input());
      case 'POST payments/resolve':
        return this.resolvePayment(input());
      case 'POST modifications/decide':
        return this.decideModification(input());
      case 'POST modifications/fail':
        return this.failModification(input());
      case 'POST disputes':
        return this.openDispute(input());
      case 'POST disputes/decide':
        return this.decideDispute(input());
      case 'POST payouts':
        return this.makePayout(input());
      case 'POST reports/announce':
        return this.announceReport(input());
      case 'PUT reports':
        return this.replaceReport(input());
      case 'POST fees':
        return this.chargeFee(input());
      default:
        return undefined;
    }
  }

  #findPayment(pspReference: string): StoredPayment {
    const payment = this.#context.account.payments.get(pspReference);
    if (!payment) throw notFound(`payment ${pspReference}`);
    return payment;
  }
}

const notFound = (what: string) => new AdyenApiError(404, '000', `There is no ${what}.`);

function presentPayment(payment: StoredPayment) {
  const { behavior: _, challenge, card, authCode: __, captureDelaySeconds, refusal, ...rest } = payment;
  return {
    ...rest,
    last4: card.last4,
    refusalReason: refusal?.reason ?? null,
    isCapturedAutomatically: captureDelaySeconds !== null,
    challengeOutcome: challenge?.outcome ?? null,
  };
}

const presentDispute = ({ payment, ...dispute }: StoredDispute) => ({
  ...dispute,
  paymentPspReference: payment.pspReference,
});
