import { createRoute, z } from '@hono/zod-openapi';
import { createRefund } from '~/payments/refunds';
import type { Api } from './api-env';
import { Amount, ExternalId, Reason } from './fields';
import { newRefund, transactions } from './examples';
import { answer } from './reply';
import { failures, jsonBody, jsonReply, rateHeaders, withAcquirer, withBody, withToken } from './route-parts';
import { Transaction } from './transactions';

const NewRefund = z
  .strictObject({
    external_id: ExternalId,
    trx_id: z
      .string()
      .max(64)
      .openapi({ description: 'The PAYMENT to refund.', example: transactions.authorized.id }),
    amount: Amount,
    reason: Reason,
  })
  .openapi('NewRefund');

export function addRefunds(api: Api): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/refunds',
      operationId: 'createRefund',
      tags: ['Refunds'],
      summary: 'Refund a captured or settled payment, wholly or in part',
      description:
        'Gives captured money back. Each refund is a transaction of its own, of type REFUND: CAPTURED when the bank accepts it, SETTLED later, or DECLINED. All refunds and open chargebacks of a payment together stay within what was captured.',
      request: { body: jsonBody(NewRefund, newRefund) },
      responses: {
        200: jsonReply(Transaction, 'The REFUND transaction', { refund: transactions.refund }, [
          'Idempotent-Replayed',
          ...rateHeaders,
        ]),
        ...failures(
          ...withToken,
          ...withBody,
          ...withAcquirer,
          'not_found',
          'invalid_state',
          'amount_exceeds_remaining',
        ),
      },
    }),
    async (c) => {
      const { external_id, trx_id, amount, reason } = c.req.valid('json');
      return answer(
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
