import { createRoute, z } from '@hono/zod-openapi';
import { createRefund } from '~/payments/refunds';
import type { Api } from './api-env';
import { Amount, ExternalId, Reason } from './fields';
import { answer } from './reply';
import { failures, jsonBody, jsonReply } from './route-parts';
import { Transaction } from './transactions';

const NewRefund = z
  .strictObject({ external_id: ExternalId, trx_id: z.string().max(64), amount: Amount, reason: Reason })
  .openapi('NewRefund');

export function addRefunds(api: Api): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/refunds',
      operationId: 'createRefund',
      summary: 'Refund a captured or settled payment, wholly or in part',
      request: { body: jsonBody(NewRefund) },
      responses: { 200: jsonReply(Transaction, 'The REFUND transaction'), ...failures },
    }),
    async (c) => {
      const { external_id, trx_id, amount, reason } = c.req.valid('json');
      return answer(c, await createRefund(c.get('actor'), { externalId: external_id, transactionId: trx_id, amount, reason })) as never;
    },
  );
}
