import { z } from '@hono/zod-openapi';
import { intentLifeSeconds } from '~/payments/checkout/payment-intents';

type Example = { intent_id: string; reference_id: string };

/** The response to an intent request (spec 2.6 and 2.7), with additive members. `used` describes its use. */
export const createIntentSchema = (
  name: 'PaymentIntent' | 'CardIntent',
  { used, example }: { used: string; example: Example },
) =>
  z
    .object({
      intent_id: z
        .string()
        .openapi({ description: 'The intent ID for the checkout URL.', example: example.intent_id }),
      reference_id: z
        .string()
        .openapi({ description: 'Your `external_id` again.', example: example.reference_id }),
      valid_for: z.int().openapi({
        description: `How long the intent can be ${used}, in seconds: 16 hours and 40 minutes.`,
        example: intentLifeSeconds,
      }),
      expires_at: z.iso.datetime().openapi({ description: 'Expiration time, UTC.' }),
    })
    .openapi(name);
