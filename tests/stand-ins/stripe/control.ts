import { z } from 'zod';
import type { AccountState, Context } from './account-state';
import { refuse, refuseMissing } from './protocol/api-error';
import { addTransaction, makePayouts, resolvePayout } from './balance';
import { findCharge } from './charges';
import type { StandInClock } from '../clock';
import { decideDispute, openDispute } from './disputes';
import { webhookSettingsSchema, type EventLog } from './events';
import { faultsSchema, type StandInFaults } from '../faults';
import { answerChallenge, isSetup } from './challenge-page';
import { findIntent } from './intent-lookup';
import { confirmIntent } from './intents';
import { resolveRefund } from './refunds';
import { confirmSetupInBrowser } from './setup-intents';
import type { RequestLog } from '../request-log';

/** The connected account. The key's own account when absent. */
const account = z.string().optional();

const commands = {
  setFaults: faultsSchema,
  setWebhooks: webhookSettingsSchema,
  releaseWebhooks: z.strictObject({ order: z.enum(['created', 'reversed']).optional() }),
  resendEvent: z.strictObject({ event: z.string(), account }),
  advanceClock: z.strictObject({ seconds: z.int().min(0) }),
  completeChallenge: z.strictObject({
    intent: z.string(),
    outcome: z.enum(['completed', 'failed']),
    account,
  }),
  confirmInBrowser: z.strictObject({ intent: z.string(), payment_method: z.string(), account }),
  makePayouts: z.strictObject({ status: z.enum(['paid', 'pending']).default('paid'), account }),
  resolvePayout: z.strictObject({ payout: z.string(), status: z.enum(['paid', 'failed']), account }),
  resolveRefund: z.strictObject({
    refund: z.string(),
    status: z.enum(['succeeded', 'failed', 'pending', 'requires_action', 'canceled']),
    failure_reason: z.string().optional(),
    account,
  }),
  openDispute: z.strictObject({
    payment_intent: z.string(),
    amount: z.int().min(1).optional(),
    reason: z.string().optional(),
    inquiry: z.boolean().optional(),
    account,
  }),
  decideDispute: z.strictObject({
    dispute: z.string(),
    status: z.enum(['won', 'lost', 'warning_closed', 'prevented', 'needs_response']),
    account,
  }),
  chargeFee: z.strictObject({
    amount: z.int().min(1),
    currency: z.string(),
    description: z.string().optional(),
    account,
  }),
};
type Commands = { [name in keyof typeof commands]: z.input<(typeof commands)[name]> };

type World = {
  faults: StandInFaults;
  events: EventLog;
  clock: StandInClock;
  log: RequestLog;
  accounts: Map<string, AccountState>;
  contextOf(account?: string): Context;
};

/** What a test decides instead of issuers, banks, and the network. */
export class StandInControl {
  constructor(private readonly world: World) {}

  setFaults(input: Commands['setFaults']) {
    return this.world.faults.set(input);
  }

  setWebhooks(input: Commands['setWebhooks']) {
    this.world.events.set(commands.setWebhooks.parse(input));
    return this.webhooks();
  }

  async releaseWebhooks(input: Commands['releaseWebhooks'] = {}) {
    return { released: await this.world.events.release(commands.releaseWebhooks.parse(input).order) };
  }

  async resendEvent(input: Commands['resendEvent']) {
    const { event: id, account } = commands.resendEvent.parse(input);
    const event = this.world.contextOf(account).account.events.get(id);
    if (!event) throw refuseMissing('event', id);
    this.world.events.resend(event);
    await this.world.events.settled();
    return { event: id };
  }

  advanceClock(input: Commands['advanceClock']) {
    this.world.clock.advance(commands.advanceClock.parse(input).seconds);
    return { now: this.world.clock.now() };
  }

  completeChallenge(input: Commands['completeChallenge']) {
    const { intent, outcome, account } = commands.completeChallenge.parse(input);
    return answerChallenge(this.world.contextOf(account), intent, outcome);
  }

  confirmInBrowser(input: Commands['confirmInBrowser']) {
    const { intent, payment_method, account } = commands.confirmInBrowser.parse(input);
    const context = this.world.contextOf(account);
    if (isSetup(intent)) return confirmSetupInBrowser(context, intent, payment_method);
    return confirmIntent(context, intent, { payment_method });
  }

  makePayouts(input: Commands['makePayouts'] = {}) {
    const { status, account } = commands.makePayouts.parse(input);
    return makePayouts(this.world.contextOf(account), status);
  }

  resolvePayout(input: Commands['resolvePayout']) {
    const { payout, status, account } = commands.resolvePayout.parse(input);
    return resolvePayout(this.world.contextOf(account), payout, status);
  }

  resolveRefund(input: Commands['resolveRefund']) {
    const { refund, status, failure_reason, account } = commands.resolveRefund.parse(input);
    return resolveRefund(this.world.contextOf(account), refund, status, failure_reason);
  }

  openDispute(input: Commands['openDispute']) {
    const { payment_intent, inquiry, account, ...dispute } = commands.openDispute.parse(input);
    const context = this.world.contextOf(account);
    const { latest_charge } = findIntent(context, payment_intent);
    if (!latest_charge) throw refuse(`PaymentIntent ${payment_intent} has no charge.`);
    return openDispute(context, findCharge(context, latest_charge), { ...dispute, isInquiry: inquiry });
  }

  decideDispute(input: Commands['decideDispute']) {
    const { dispute, status, account } = commands.decideDispute.parse(input);
    return decideDispute(this.world.contextOf(account), dispute, status);
  }

  /** A fee of Stripe that belongs to no payment. */
  chargeFee(input: Commands['chargeFee']) {
    const { amount, currency, description, account } = commands.chargeFee.parse(input);
    return addTransaction(this.world.contextOf(account), {
      type: 'stripe_fee',
      category: 'fee',
      source: null,
      amount: -amount,
      currency,
      description,
    });
  }

  webhooks() {
    const { settings, heldEvents, deliveries } = this.world.events;
    return { settings, held: heldEvents, deliveries };
  }

  /** Waits until all webhooks so far are answered. */
  webhooksSettled(): Promise<void> {
    return this.world.events.settled();
  }

  /** Everything that happened, for assertions. No card data but the last four digits. */
  state() {
    const list = <T>(of: (state: AccountState) => Iterable<T>) =>
      [...this.world.accounts.values()].flatMap((state) =>
        [...of(state)].map((item) => ({ account: state.id, ...item })),
      );
    return structuredClone({
      intents: list(({ intents }) => intents.values()).map(
        ({
          account,
          id,
          status,
          amount,
          amount_capturable,
          amount_received,
          currency,
          latest_charge,
          metadata,
        }) => ({
          account,
          id,
          status,
          amount,
          amount_capturable,
          amount_received,
          currency,
          latest_charge,
          metadata,
        }),
      ),
      charges: list(({ charges }) => charges.values()).map(
        ({
          account,
          id,
          status,
          amount,
          amount_captured,
          amount_refunded,
          currency,
          payment_intent,
          disputed,
          failure_code,
          payment_method_details,
        }) => ({
          account,
          id,
          status,
          amount,
          amount_captured,
          amount_refunded,
          currency,
          payment_intent,
          disputed,
          failure_code,
          last4: payment_method_details.card.last4,
        }),
      ),
      refunds: list(({ refunds }) => refunds.values()).map(
        ({
          account,
          id,
          status,
          amount,
          currency,
          payment_intent,
          charge,
          balance_transaction,
          metadata,
        }) => ({
          account,
          id,
          status,
          amount,
          currency,
          payment_intent,
          charge,
          balance_transaction,
          metadata,
        }),
      ),
      disputes: list(({ disputes }) => disputes.values()).map(
        ({ account, id, status, amount, currency, payment_intent, charge, evidence_details }) => ({
          account,
          id,
          status,
          amount,
          currency,
          payment_intent,
          charge,
          submission_count: evidence_details.submission_count,
        }),
      ),
      payouts: list(({ payouts }) => payouts.values()).map(({ account, id, status, amount, currency }) => ({
        account,
        id,
        status,
        amount,
        currency,
      })),
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
        return this.world.faults.list();
      case 'GET webhooks':
        return this.webhooks();
      case 'PUT faults':
        return this.setFaults(input());
      case 'PUT webhooks':
        return this.setWebhooks(input());
      case 'POST webhooks/release':
        return this.releaseWebhooks(input());
      case 'POST webhooks/resend':
        return this.resendEvent(input());
      case 'POST clock':
        return this.advanceClock(input());
      case 'POST challenges':
        return this.completeChallenge(input());
      case 'POST intents/confirm':
        return this.confirmInBrowser(input());
      case 'POST payouts':
        return this.makePayouts(input());
      case 'POST payouts/resolve':
        return this.resolvePayout(input());
      case 'POST refunds/resolve':
        return this.resolveRefund(input());
      case 'POST disputes':
        return this.openDispute(input());
      case 'POST disputes/decide':
        return this.decideDispute(input());
      case 'POST fees':
        return this.chargeFee(input());
      default:
        return undefined;
    }
  }
}
