import { createRoute, z } from '@hono/zod-openapi';
import { createRefund } from '~/payments/operations/refunds';
import type { Api } from '~/api/api-env';
import { AmountSchema, ExternalIdSchema, ReasonSchema } from '~/api/schemas/fields';
import { newRefund, transactions } from '~/api/description/examples';
import { replyWithResult } from '~/api/replies/reply';
import {
  describeFailures,
  describeJsonBody,
  describeJsonReply,
  rateHeaders,
  acquirerCodes,
  bodyCodes,
  tokenCodes,
} from '~/api/description/route-description';
import { TransactionSchema } from './transactions';

const NewRefundSchema = z
  .strictObject({
    external_id: ExternalIdSchema,
    trx_id: z
      .string()
      .max(64)
      .openapi({ description: 'The PAYMENT to refund.', example: transactions.authorized.id }),
    amount: AmountSchema.optional().openapi({
      description: 'Smallest currency unit. If absent, all that can still be refunded.',
    }),
    reason: ReasonSchema,
  })
  .openapi('NewRefund');

export function addRefundRoutes(api: Api): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/refunds',
      operationId: 'createRefund',
      tags: ['Refunds'],
      summary: 'Refund a payment',
      description:
        'Returns all or part of a captured or settled payment. Each refund is a separate transaction of type REFUND: CAPTURED when the bank approves it, SETTLED later, or DECLINED. While we wait for the bank’s response, it’s PENDING and the amount is reserved: send the same request again. All refunds and open chargebacks of a payment together can’t exceed the captured amount.',
      request: { body: describeJsonBody(NewRefundSchema, newRefund) },
      responses: {
        200: describeJsonReply(TransactionSchema, 'The REFUND transaction', { refund: transactions.refund }, [
          'Idempotent-Replayed',
          ...rateHeaders,
        ]),
        ...describeFailures(
          ...tokenCodes,
          ...bodyCodes,
          ...acquirerCodes,
          'not_found',
          'invalid_state',
          'amount_exceeds_remaining',
        ),
      },
    }),
    async (c) => {
      const { external_id, trx_id, amount, reason } = c.req.valid('json');
      return replyWithResult(
        c,
        await createRefund(c.get('actor'), {
          externalId: external_id,
          transactionId: trx_id,
          amount,
          reason,
        }),
      );
    },
  );
}
