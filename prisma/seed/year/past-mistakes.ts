import type { Mistake } from './orders';
import type { PastPayment } from './past-payment';
import { toRequestBody } from './past-requests';

/** Adds the request of a mistake, which the API rejects. */
export function addMistake({ row, attempt, context: { rows } }: PastPayment, mistake: Mistake): void {
  const last = rows.operations.findLast(({ transaction_id }) => transaction_id === row.id)!;
  const { externalId, order } = attempt;
  const common = { method: 'POST', status: 409, durationMs: 4 } as const;
  if (mistake === 'changed_amount')
    rows.requests.push({
      ...common,
      at: row.created_at.getTime() + 41_000,
      path: '/transactions',
      body: { ...toRequestBody(attempt), order: { ...order, order_amount: order.order_amount + 490 } },
      response: {
        code: 'external_id_conflict',
        details: {
          detail: `This external_id belongs to ${row.id}, which was created with different content.`,
          transaction_id: row.id,
          transaction_status: 'CAPTURED',
          differing_fields: ['order.order_amount'],
        },
      },
    });
  else
    rows.requests.push({
      ...common,
      at: last.completed_at.getTime() + 5_400_000,
      path: `/transactions/${row.id}`,
      body: { external_id: `${externalId}-S1`, operation: 'capture' },
      response: {
        code: 'invalid_state',
        details: {
          detail: `The transaction is ${row.status}. No operation is allowed now.`,
          transaction_status: row.status,
          allowed_operations: [],
        },
      },
    });
}
