import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { z } from 'zod';
import { isLive, newStripeId, type Context } from './account-state';

/** How webhooks are delivered. */
export const webhookSettingsSchema = z.strictObject({
  url: z.url().nullable().optional(),
  /** Keep deliveries until they are released. */
  held: z.boolean().optional(),
  copies: z.int().min(1).max(10).optional(),
  signature: z.enum(['valid', 'wrong_secret', 'wrong_time', 'missing']).optional(),
});
export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;

export type WebhookDelivery = { event: string; type: string; status: number | null };
type PendingDelivery = { event: Stripe.Event; account: string | undefined };

/** Publishes events, and posts them to the webhook endpoint with a signature. */
export class EventLog {
  #settings: Required<WebhookSettings>;
  #held: PendingDelivery[] = [];
  /** One delivery after the other, so that the order is that of the events. */
  #last: Promise<void> = Promise.resolve();
  readonly deliveries: WebhookDelivery[] = [];

  constructor(
    private readonly secret: string,
    url: string | undefined,
  ) {
    this.#settings = { url: url ?? null, held: false, copies: 1, signature: 'valid' };
  }

  get settings(): WebhookSettings {
    return this.#settings;
  }

  set(settings: WebhookSettings): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  publish(context: Context, type: Stripe.Event.Type, object: object): void {
    const { account } = context;
    const event = {
      id: newStripeId('evt'),
      object: 'event',
      api_version: context.settings.apiVersion,
      ...(account.isConnected && { account: account.id }),
      created: context.clock.now(),
      data: { object: structuredClone(object) },
      livemode: isLive(context),
      pending_webhooks: this.#settings.url ? 1 : 0,
      request: context.request ?? { id: null, idempotency_key: null },
      type,
    } satisfies Stripe.EventBase as Stripe.Event;
    account.events.set(event.id, event);
    if (!this.#settings.url) return;
    const delivery = { event, account: account.isConnected ? account.id : undefined };
    if (this.#settings.held) this.#held.push(delivery);
    else this.#enqueue(delivery);
  }

  /** Posts an event again. */
  resend(event: Stripe.Event): void {
    this.#enqueue({ event, account: event.account });
  }

  /** Posts what was held, in order or reversed. */
  async release(order: 'created' | 'reversed' = 'created'): Promise<number> {
    const held = order === 'reversed' ? this.#held.reverse() : this.#held;
    this.#held = [];
    for (const delivery of held) this.#enqueue(delivery);
    await this.settled();
    return held.length;
  }

  /** All deliveries so far are answered. */
  settled(): Promise<void> {
    return this.#last;
  }

  get heldEvents(): string[] {
    return this.#held.map(({ event }) => event.type);
  }

  #enqueue(delivery: PendingDelivery): void {
    // The settings of now, because a test may change them while the delivery waits.
    const settings = this.#settings;
    for (let copy = 0; copy < settings.copies; copy++)
      this.#last = this.#last.then(() => this.#deliver(delivery, settings));
  }

  async #deliver({ event }: PendingDelivery, { url, signature }: Required<WebhookSettings>): Promise<void> {
    if (!url) return;
    const body = JSON.stringify(event, null, 2);
    const header: Record<string, string> =
      signature === 'missing' ? {} : { 'Stripe-Signature': this.#sign(body, signature) };
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'User-Agent': 'Stripe/1.0', ...header },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => null,
    );
    this.deliveries.push({ event: event.id, type: event.type, status });
  }

  #sign(body: string, signature: Required<WebhookSettings>['signature']): string {
    // Receivers compare with their own time, which tests don't advance, and allow five minutes.
    const time = Math.floor(Date.now() / 1000) - (signature === 'wrong_time' ? 3_600 : 0);
    const secret = signature === 'wrong_secret' ? 'whsec_of_another_endpoint' : this.secret;
    return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
  }
}
