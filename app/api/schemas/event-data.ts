import { z } from '@hono/zod-openapi';
import { merchantReasons } from '~/acquirers/saved-card';
import { CardIntentStateSchema } from '~/api/resources/card-intents';
import { TransactionSchema } from '~/api/resources/transactions';
import type { EventType, testEventType } from '~/webhooks/events/event-types';
import { DeclineSchema } from './decline';
import { CustomerIdSchema } from './fields';

// The `data` of webhook events. A test compares them with the events that the product sends.

const savedCardMembers = {
  token: z.string().openapi({ description: 'The card token: `tok_…`.' }),
  reference_id: z.string().openapi({ description: 'The `external_id` of the card intent.' }),
  customer_id: CustomerIdSchema.optional(),
  brand: z.string().openapi({ description: 'Such as `visa`, `mastercard`, `american-express`.' }),
  last_four: z.string(),
  expiry: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional()
    .openapi({ description: 'Year and month. Absent for a deleted card.', example: '2030-12' }),
  reason: z
    .enum(merchantReasons)
    .optional()
    .openapi({ description: 'Why you can charge the card without the payer.' }),
};
const SavedCardSchema = z.object(savedCardMembers).openapi('SavedCard');
const ClosedCardSchema = z
  .object({
    ...savedCardMembers,
    decline: DeclineSchema.openapi({ description: 'Why the bank declined the card.' }),
  })
  .openapi('ClosedCard');

const ExpiredIntentSchema = z
  .object({
    intent_id: z.string().openapi({ description: 'The intent ID: `int_…`.' }),
    reference_id: z.string().openapi({
      description: 'Your `external_id`, or an ID that we generate if a payment link created the intent.',
    }),
    kind: z.enum(['payment', 'card']).openapi({ description: 'A payment intent or a card intent.' }),
    status: z.literal('expired'),
    expires_at: z.iso.datetime().openapi({ description: 'When it expired, UTC.' }),
    order_id: z.string().nullish().openapi({
      description: 'For a payment intent: your order ID. Null if you sent none.',
    }),
    order_amount: z.int().min(1).optional().openapi({
      format: 'int64',
      description: 'For a payment intent: the order amount. Smallest currency unit.',
    }),
    order_currency: z.string().optional().openapi({
      description: 'For a payment intent: ISO 4217 code, three uppercase letters.',
    }),
  })
  .openapi('ExpiredIntent');

const applicationMembers = {
  application_id: z.string().openapi({ description: 'Your application’s ID: `app_…`.' }),
  round: z.int().min(1).openapi({ description: '1 for the first submission, 2 for the second, and so on.' }),
};
const ApplicationSchema = z.object(applicationMembers).openapi('Application');
const ChangesRequestedSchema = z
  .object({
    ...applicationMembers,
    changes: z
      .array(
        z.object({
          label: z.string().openapi({ description: 'The answer or document to change.' }),
          reason: z.string().openapi({ description: 'The reviewer’s reason.' }),
        }),
      )
      .min(1),
  })
  .openapi('ApplicationChangesRequested');
const RejectedApplicationSchema = z
  .object({
    ...applicationMembers,
    text: z.string().openapi({ description: 'The reviewer’s message.' }),
  })
  .openapi('RejectedApplication');

const TestMessageSchema = z
  .object({ message: z.string().openapi({ description: 'A sentence for people.' }) })
  .openapi('TestMessage');

export type DescribedEventType = EventType | typeof testEventType;

/** The schema of each event's `data`. */
export const eventDataSchemas = {
  'transaction.authorized': TransactionSchema,
  'transaction.declined': TransactionSchema,
  'transaction.captured': TransactionSchema,
  'transaction.partial_captured': TransactionSchema,
  'transaction.voided': TransactionSchema,
  'transaction.partially_voided': TransactionSchema,
  'transaction.expired': TransactionSchema,
  'transaction.settled': TransactionSchema,
  'capture.failed': TransactionSchema,
  'void.failed': TransactionSchema,
  'payment.reversed': TransactionSchema,
  'refund.created': TransactionSchema,
  'refund.settled': TransactionSchema,
  'refund.declined': TransactionSchema,
  'chargeback.opened': TransactionSchema,
  'chargeback.won': TransactionSchema,
  'chargeback.lost': TransactionSchema,
  'card.tokenized': CardIntentStateSchema,
  'card.updated': SavedCardSchema,
  'card.closed': ClosedCardSchema,
  'card.deleted': SavedCardSchema,
  'intent.expired': ExpiredIntentSchema,
  'application.submitted': ApplicationSchema,
  'application.changes_requested': ChangesRequestedSchema,
  'application.approved': ApplicationSchema,
  'application.rejected': RejectedApplicationSchema,
  'webhook.test': TestMessageSchema,
} satisfies Record<DescribedEventType, z.ZodType>;
