import type { ReceivedWebhook } from '~/webhooks/verification/webhook-diagnosis';

type PastedWebhook = ReceivedWebhook & { secret: string };

/** The lengths of the fields. A webhook of ours is shorter, and every character that's compared costs time. */
export const webhookFieldLengths = {
  id: 255,
  timestamp: 40,
  signature: 1_000,
  body: 65_536,
  secret: 200,
} satisfies Record<keyof PastedWebhook, number>;

export type WebhookInputErrors = Partial<Record<keyof PastedWebhook, string>>;

/** The first error of each field. The signature says whether the content is right. */
export function findWebhookInputErrors(pasted: PastedWebhook, isSecret: boolean): WebhookInputErrors {
  const fields = Object.keys(webhookFieldLengths) as (keyof PastedWebhook)[];
  const tooLong = fields
    .filter((field) => pasted[field].length > webhookFieldLengths[field])
    .map((field) => [field, getLengthMessage(field)]);
  return {
    ...(pasted.secret && !isSecret && { secret: 'A signing secret starts with whsec_' }),
    ...(Object.fromEntries(tooLong) as WebhookInputErrors),
  };
}

const labels = {
  id: 'a webhook-id',
  timestamp: 'a webhook-timestamp',
  signature: 'a webhook-signature',
  body: 'a body',
  secret: 'a signing secret',
} satisfies Record<keyof PastedWebhook, string>;

const getLengthMessage = (field: keyof PastedWebhook) =>
  `Enter ${labels[field]} of at most ${webhookFieldLengths[field].toLocaleString('en-US')} characters`;
