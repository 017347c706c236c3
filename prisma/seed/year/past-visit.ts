import { intentLifeSeconds, toIntentFingerprintContent } from '~/payments/checkout/payment-intents';
import type { Order } from '~/payments/transactions/order-lines';
import { createId } from '~/platform/ids';
import type { PlannedOrder } from './orders';
import { addKey } from './past-keys';
import { PastPayment } from './past-payment';
import { isRetained, type Row } from './past-rows';
import type { PastContext } from './past-transaction';
import type { Random } from './random';

const redirectUrls = {
  success: 'https://harbour-tea.example/thanks',
  failure: 'https://harbour-tea.example/checkout',
};

/** A customer's visit to the hosted page: the payment intent, and each attempt to pay it. */
export class PastVisit {
  readonly intentId: string;
  readonly createdAt: number;
  readonly #row: Row;

  constructor(
    readonly context: PastContext,
    readonly planned: PlannedOrder,
    readonly payment: { externalId: string; order: Order },
    readonly random: Random,
  ) {
    const { merchant, rows } = context;
    const { accountId, environment } = merchant;
    const { externalId, order } = payment;
    const { at, operation, amount, currency } = planned;
    // A customer needs a minute or more for the form.
    this.createdAt = at - random.between(55_000, 420_000) - planned.declinedCards.length * 90_000;
    this.intentId = createId('int', this.createdAt);
    this.#row = {
      id: this.intentId,
      account_id: accountId,
      environment,
      external_id: externalId,
      operation,
      amount,
      currency,
      order,
      success_url: redirectUrls.success,
      failure_url: redirectUrls.failure,
      state: 'OPEN',
      attempts: 0,
      form_ids: [],
      transaction_id: null,
      created_at: new Date(this.createdAt),
      expires_at: new Date(this.createdAt + intentLifeSeconds * 1000),
      language: null,
      opened_at: null,
      redirected_at: null,
      canceled_at: null,
      // Requested, because the order has an email address.
      receipt: 'REQUESTED',
    };
    rows.payment_intents.push(this.#row);
    const created_at = new Date(this.createdAt);
    const content = toIntentFingerprintContent({ order, redirectUrls, operation });
    addKey(
      context,
      'payment_intent',
      externalId,
      { id: null, transaction_id: this.intentId, created_at },
      content,
    );
    rows.requests.push({
      at: this.createdAt - 2,
      method: 'POST',
      path: '/intents/payment',
      body: { external_id: externalId, redirect_urls: redirectUrls, order, operation },
      status: 200,
      response: JSON.stringify({
        intent_id: this.intentId,
        reference_id: externalId,
        valid_for: intentLifeSeconds,
        expires_at: this.#row.expires_at,
      }),
      durationMs: random.between(4, 19),
    });
  }

  /** @returns the payment, whatever its outcome. Null when no card was tried */
  complete(): PastPayment | null {
    const { abandoned, card, declinedCards, at } = this.planned;
    if (abandoned !== 'not_opened')
      this.#row.opened_at = new Date(this.createdAt + this.random.between(900, 4_000));
    const cards = card ? [...declinedCards, card] : declinedCards;
    const payments = cards.map((attemptedCard, index) => {
      const attemptAt = at - (cards.length - 1 - index) * this.random.between(40_000, 85_000);
      return this.#attempt(attemptAt, attemptedCard);
    });
    const { now } = this.context;
    if (abandoned === 'canceled') {
      const canceledAt = new Date(Math.min(at, now));
      Object.assign(this.#row, { state: 'CANCELLED', canceled_at: canceledAt, redirected_at: canceledAt });
    } else if (this.#row.state === 'OPEN') this.#expire();
    return payments.at(-1) ?? null;
  }

  #attempt(at: number, card: NonNullable<PlannedOrder['card']>): PastPayment {
    const { planned, payment, random } = this;
    const { first_name, last_name } = planned.buyer.cardHolder;
    const { operation } = planned;
    const paid = new PastPayment(
      this.context,
      { ...payment, at, operation, card, name: `${first_name} ${last_name}`, intentId: this.intentId },
      random,
    );
    const completedAt = paid.authorize();
    const formIds = this.#row.form_ids as string[];
    Object.assign(this.#row, {
      attempts: formIds.length + 1,
      form_ids: [random.uuid(), ...formIds],
      transaction_id: paid.row.id,
      language: planned.buyer.language,
      ...(paid.row.status !== 'DECLINED' && {
        state: 'PAID',
        redirected_at: new Date(completedAt + random.between(400, 2_500)),
        // The shop sends its own receipts in live, and in test only team members get them.
        receipt: null,
      }),
    });
    if (this.#row.state === 'PAID') this.#logRetrieval(paid);
    return paid;
  }

  /** The shop doesn't trust the redirect, and retrieves the transaction. */
  #logRetrieval({ row }: PastPayment): void {
    const authorized = this.context.rows.operations.findLast(({ id }) => id === row.authorization_id)!;
    this.context.rows.requests.push({
      at: (this.#row.redirected_at as Date).getTime() + this.random.between(90, 600),
      method: 'GET',
      path: `/transactions/${row.id}`,
      body: null,
      status: 200,
      response: authorized.response_body!,
      durationMs: this.random.between(2, 9),
    });
  }

  #expire(): void {
    const { merchant, rows, now } = this.context;
    const expiresAt = this.#row.expires_at as Date;
    const at = expiresAt.getTime() + this.random.between(1_000, 58_000);
    if (at > now) return;
    this.#row.state = 'EXPIRED';
    if (!isRetained(at, now)) return;
    const { order_id, order_amount, order_currency } = this.payment.order;
    rows.webhook_events.push({
      id: createId('evt', at),
      account_id: merchant.accountId,
      environment: merchant.environment,
      type: 'intent.expired',
      transaction_id: null,
      payload: {
        intent_id: this.intentId,
        reference_id: this.payment.externalId,
        kind: 'payment',
        status: 'expired',
        expires_at: expiresAt.toISOString(),
        order_id: order_id ?? null,
        order_amount,
        order_currency,
      },
      created_at: new Date(at),
      published_at: new Date(at),
      fanned_out_at: new Date(at + 40),
    });
  }
}
