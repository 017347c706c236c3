import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { StandInClock } from '../clock';
import type { Notification, NotificationRequestItem } from './sdk-types';

/** How webhooks are delivered. */
export const webhookSettingsSchema = z.strictObject({
  url: z.url().nullable().optional(),
  /** Keep deliveries until they are released. */
  held: z.boolean().optional(),
  copies: z.int().min(1).max(10).optional(),
  /** `other_content`: the amount was changed after signing. */
  signature: z.enum(['valid', 'wrong_key', 'other_content', 'missing']).optional(),
  credentials: z.enum(['valid', 'wrong', 'missing']).optional(),
});
export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;

export type NotificationInput = Omit<NotificationRequestItem, 'eventDate' | 'success'> & { success: boolean };
export type WebhookDelivery = {
  eventCode: string;
  pspReference: string;
  /** The number of the delivery attempt. */
  attempt: number;
  status: number | null;
};

/** After three attempts at once, a webhook is sent again after these times. */
const retrySeconds = [120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800];
const retryLifetimeSeconds = 30 * 86_400;

type Options = {
  hmacKey: string;
  url: string | undefined;
  credentials: { username: string; password: string } | undefined;
  isLive: boolean;
};

/** Publishes notifications, and posts them to the webhook endpoint with a signature, until they are accepted. */
export class WebhookLog {
  #settings: Required<WebhookSettings>;
  #held: NotificationRequestItem[] = [];
  /** One delivery after the other, so that the order is that of the notifications. */
  #last: Promise<void> = Promise.resolve();
  readonly notifications: NotificationRequestItem[] = [];
  readonly deliveries: WebhookDelivery[] = [];

  constructor(
    private readonly clock: StandInClock,
    private readonly options: Options,
  ) {
    this.#settings = {
      url: options.url ?? null,
      held: false,
      copies: 1,
      signature: 'valid',
      credentials: 'valid',
    };
  }

  get settings(): WebhookSettings {
    return this.#settings;
  }

  set(settings: WebhookSettings): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  publish({ success, ...input }: NotificationInput): void {
    const item = {
      ...input,
      eventDate: `${new Date(this.clock.milliseconds()).toISOString().slice(0, 19)}+00:00`,
      success: success ? 'true' : 'false',
    } satisfies NotificationRequestItem;
    this.notifications.push(item);
    if (!this.#settings.url) return;
    if (this.#settings.held) this.#held.push(item);
    else this.#enqueue(item);
  }

  /** Posts a notification again. */
  resend(item: NotificationRequestItem): void {
    this.#enqueue(item);
  }

  /** Posts what was held, in order or reversed. */
  async release(order: 'created' | 'reversed' = 'created'): Promise<number> {
    const held = order === 'reversed' ? this.#held.reverse() : this.#held;
    this.#held = [];
    for (const item of held) this.#enqueue(item);
    await this.settled();
    return held.length;
  }

  /** All deliveries so far are answered. */
  settled(): Promise<void> {
    return this.#last;
  }

  get heldEvents(): string[] {
    return this.#held.map(({ eventCode }) => eventCode);
  }

  #enqueue(item: NotificationRequestItem): void {
    for (let copy = 0; copy < this.#settings.copies; copy++)
      this.#last = this.#last.then(() => this.#deliver(item));
  }

  async #deliver(item: NotificationRequestItem): Promise<void> {
    for (let attempt = 1; attempt <= 3; attempt++) if (await this.#post(item, attempt)) return;
    this.#retry(item, 4, this.clock.milliseconds());
  }

  #retry(item: NotificationRequestItem, attempt: number, since: number): void {
    const seconds = retrySeconds[Math.min(attempt - 4, retrySeconds.length - 1)]!;
    if (this.clock.milliseconds() + seconds * 1000 > since + retryLifetimeSeconds * 1000) return;
    this.clock.schedule(seconds, () => {
      this.#last = this.#last.then(async () => {
        if (!(await this.#post(item, attempt))) this.#retry(item, attempt + 1, since);
      });
    });
  }

  /** @returns whether the receiver accepted it */
  async #post(item: NotificationRequestItem, attempt: number): Promise<boolean> {
    // The settings of now, because a test may change them while the delivery waits.
    const { url } = this.#settings;
    if (!url) return true;
    const notification = {
      live: String(this.options.isLive),
      notificationItems: [{ NotificationRequestItem: this.#sign(item) }],
    } satisfies Notification;
    const status = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Adyen HttpClient 1.0',
        ...this.#authorization(),
      },
      body: JSON.stringify(notification),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => null,
    );
    const { eventCode, pspReference } = item;
    this.deliveries.push({ eventCode, pspReference, attempt, status });
    return status !== null && status >= 200 && status < 300;
  }

  #authorization(): Record<string, string> {
    const { credentials } = this.options;
    if (!credentials || this.#settings.credentials === 'missing') return {};
    const password = this.#settings.credentials === 'wrong' ? 'another-password' : credentials.password;
    return {
      Authorization: `Basic ${Buffer.from(`${credentials.username}:${password}`).toString('base64')}`,
    };
  }

  #sign(item: NotificationRequestItem): NotificationRequestItem {
    const { signature } = this.#settings;
    if (signature === 'missing') return item;
    const key = signature === 'wrong_key' ? 'AB'.repeat(32) : this.options.hmacKey;
    const signed = [
      item.pspReference,
      item.originalReference ?? '',
      item.merchantAccountCode,
      item.merchantReference,
      item.amount.value ?? '',
      item.amount.currency ?? '',
      item.eventCode,
      item.success,
    ].join(':');
    const hmacSignature = createHmac('sha256', Buffer.from(key, 'hex')).update(signed).digest('base64');
    return {
      ...item,
      ...(signature === 'other_content' && {
        amount: { ...item.amount, value: (item.amount.value ?? 0) + 1 },
      }),
      additionalData: { ...item.additionalData, hmacSignature },
    };
  }
}
