import { z } from '@hono/zod-openapi';
import { DeclineSchema } from '~/api/schemas/decline';
import { paymentIntentStatuses } from '~/payments/checkout/payment-intents';
import { transactionStatuses } from '~/payments/transactions/states';

const FieldErrorSchema = z
  .object({
    field: z.string().openapi({
      description: 'Path of the field, such as `order.order_items.0.name`. Empty for the whole body.',
    }),
    code: z.string().openapi({
      description:
        'Such as `required`, `wrong_type`, `too_small`, `too_big`, `invalid_value`, `unknown_field`.',
    }),
    message: z.string().openapi({ description: 'A human-readable message.' }),
  })
  .openapi('FieldError');

/** Members of some errors beyond RFC 9457. */
export const problemMemberSchemas = {
  errors: z.array(FieldErrorSchema).optional().openapi({
    description:
      'With `validation_failed` and `invalid_query`: the invalid fields, 50 at most. If there are more, `detail` gives their number.',
  }),
  transaction_id: z.string().optional().openapi({
    description:
      'With `outcome_unknown`: the transaction to retrieve. With `operation_declined`: the payment, which is unchanged. With `external_id_conflict`: the transaction the `external_id` belongs to. With `intent_not_open`: the last payment attempt, if there was one.',
  }),
  operation_id: z
    .string()
    .optional()
    .openapi({ description: 'With `operation_declined`: the declined capture or void.' }),
  decline: DeclineSchema.optional().openapi({
    description: 'With `operation_declined`: why it was declined.',
  }),
  intent_id: z
    .string()
    .optional()
    .openapi({ description: 'With `external_id_conflict`: the intent the `external_id` belongs to.' }),
  payment_link_id: z
    .string()
    .optional()
    .openapi({ description: 'With `external_id_conflict`: the payment link the `external_id` belongs to.' }),
  intent_status: z
    .enum(paymentIntentStatuses)
    .optional()
    .openapi({ description: 'With `intent_not_open`: the status of the payment intent.' }),
  transaction_status: z.enum(transactionStatuses).optional().openapi({
    description: 'With `invalid_state` and `external_id_conflict`: the status of that transaction.',
  }),
  allowed_operations: z
    .array(z.enum(['capture', 'void', 'refund']))
    .optional()
    .openapi({ description: 'With `invalid_state`: the operations allowed now.' }),
  differing_fields: z.array(z.string()).optional().openapi({
    description:
      'With `external_id_conflict`: the fields that differ, as far as we can tell without storing the body.',
  }),
  amount_disputed: z.int().min(1).optional().openapi({
    format: 'int64',
    description:
      'When a refund is rejected with `invalid_state` or `amount_exceeds_remaining`: the amount locked by open chargebacks.',
  }),
  amount_charged_back: z.int().min(1).optional().openapi({
    format: 'int64',
    description:
      'When a refund is rejected with `invalid_state` or `amount_exceeds_remaining`: the amount lost to chargebacks.',
  }),
  remaining: z.int().optional().openapi({
    format: 'int64',
    description:
      'With `amount_exceeds_remaining`: the maximum amount. With `partial_void_not_supported`: the amount on hold.',
  }),
  requested: z.int().optional().openapi({
    format: 'int64',
    description: 'With `amount_exceeds_remaining` or `partial_void_not_supported`: the requested amount.',
  }),
};
