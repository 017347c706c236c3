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
    amount: AmountSchema,
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
      summary: 'Refund a captured or settled payment, wholly or in part',
      description:
        'Gives captured money back. Each refund is a transaction of its own, of type REFUND: CAPTURED when the bank accepts it, SETTLED later, or DECLINED. All refunds and open chargebacks of a payment together stay within what was captured.',
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
