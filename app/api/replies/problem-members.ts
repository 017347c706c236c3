import { z } from '@hono/zod-openapi';
import { transactionStatuses } from '~/payments/transactions/states';

const FieldErrorSchema = z
  .strictObject({
    field: z.string().openapi({
      description: 'Path of the field, such as `order.order_items.0.name`. Empty: the body as a whole.',
    }),
    code: z.string().openapi({
      description:
        'Such as `required`, `wrong_type`, `too_small`, `too_big`, `invalid_value`, `unknown_field`.',
    }),
    message: z.string().openapi({ description: 'What the field must be, for people.' }),
  })
  .openapi('FieldError');

/** What some errors say beyond the members of RFC 9457. */
export const problemMemberSchemas = {
  errors: z.array(FieldErrorSchema).optional().openapi({
    description:
      'With `validation_failed` and `invalid_query`: the fields that are not right, 50 at most. Of more, `detail` tells how many there are.',
  }),
  transaction_id: z.string().optional().openapi({
    description:
      'With `outcome_unknown`: the transaction to ask for. With `external_id_conflict`: the transaction the `external_id` belongs to.',
  }),
  intent_id: z
    .string()
    .optional()
    .openapi({ description: 'With `external_id_conflict`: the intent the `external_id` belongs to.' }),
  transaction_status: z.enum(transactionStatuses).optional().openapi({
    description: 'With `invalid_state` and `external_id_conflict`: the status of that transaction.',
  }),
  allowed_operations: z
    .array(z.enum(['capture', 'void', 'refund']))
    .optional()
    .openapi({ description: 'With `invalid_state`: what can be done now.' }),
  differing_fields: z.array(z.string()).optional().openapi({
    description:
      'With `external_id_conflict`: the fields that differ, as far as we can tell without keeping the body.',
  }),
  amount_disputed: z.int().min(1).optional().openapi({
    description:
      'When a refund is refused with `invalid_state` or `amount_exceeds_remaining`: what open chargebacks of the payment lock.',
  }),
  amount_charged_back: z.int().min(1).optional().openapi({
    description:
      'When a refund is refused with `invalid_state` or `amount_exceeds_remaining`: what was lost to chargebacks.',
  }),
  remaining: z
    .int()
    .optional()
    .openapi({ description: 'With `amount_exceeds_remaining`: the most that can be asked for.' }),
  requested: z
    .int()
    .optional()
    .openapi({ description: 'With `amount_exceeds_remaining`: what was asked for.' }),
};
