import { toDecline } from './transaction-object';
import type { HandOperation } from './possible-operations';
import type { TransactionWithTrail } from './transaction-trail';

/** What came of an operation that somebody asked for: amounts in minor units; `refundId` leads to a refund's own page. */
export type AskedOperation = {
  operation: HandOperation;
  amount: number;
  status: 'SUCCEEDED' | 'FAILED' | 'PENDING';
  declined: string | null;
  refundId: string | null;
};

const operations: Record<string, HandOperation> = {
  capture: 'capture',
  partial_capture: 'capture',
  void: 'void',
};
const refundStatuses: Record<string, AskedOperation['status']> = { PENDING: 'PENDING', DECLINED: 'FAILED' };

/**
 * The operation of a payment that was asked for under an external_id, as it stands now, however often one looks; null when
 * there is none. A refund is known by the transaction that it is.
 */
export function findAsked(
  { operations: trail, children }: Pick<TransactionWithTrail, 'operations' | 'children'>,
  externalId: string | null,
): AskedOperation | null {
  if (!externalId) return null;
  const meaning = (code: string | null) => (code ? toDecline(code).message : null);
  const refund = children.find((child) => child.type === 'REFUND' && child.externalId === externalId);
  if (refund)
    return {
      operation: 'refund',
      amount: refund.orderAmount,
      status: refundStatuses[refund.status] ?? 'SUCCEEDED',
      declined: meaning(refund.declineCode),
      refundId: refund.id,
    };
  const found = trail.find((entry) => entry.externalId === externalId && operations[entry.type]);
  return found
    ? {
        operation: operations[found.type]!,
        amount: found.amount,
        status: found.status as AskedOperation['status'],
        declined: meaning(found.declineCode),
        refundId: null,
      }
    : null;
}
