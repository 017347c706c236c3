import { toDecline } from '~/payments/transactions/transaction-object';
import type { ManualOperation } from './available-operations';
import type { TransactionWithOperations } from '~/payments/transactions/transaction-operations';

/** The result of a manual operation, with amounts in minor units. `refundId` leads to the refund's page. */
export type ManualOperationResult = {
  operation: ManualOperation;
  amount: number;
  status: 'SUCCEEDED' | 'FAILED' | 'PENDING';
  /** The acquirer received it, and reports its outcome later. */
  isAccepted: boolean;
  declined: string | null;
  refundId: string | null;
};

const operations: Record<string, ManualOperation> = {
  capture: 'capture',
  partial_capture: 'capture',
  void: 'void',
};
const refundStatuses: Record<string, ManualOperationResult['status']> = {
  PENDING: 'PENDING',
  DECLINED: 'FAILED',
};

/**
 * The current state of the payment's operation with an external_id. Null when there is none. A refund is
 * found by its transaction.
 */
export function findManualOperationResult(
  { operations: recordedOperations, children }: Pick<TransactionWithOperations, 'operations' | 'children'>,
  externalId: string | null,
): ManualOperationResult | null {
  if (!externalId) return null;
  const isAccepted = recordedOperations.some((entry) => entry.externalId === externalId && entry.isAccepted);
  const describeDecline = (code: string | null, operation: ManualOperationResult['operation']) =>
    code ? toDecline(code, operation).message : null;
  const refund = children.find((child) => child.type === 'REFUND' && child.externalId === externalId);
  if (refund)
    return {
      operation: 'refund',
      amount: refund.orderAmount,
      status: refundStatuses[refund.status] ?? 'SUCCEEDED',
      isAccepted,
      declined: describeDecline(refund.declineCode, 'refund'),
      refundId: refund.id,
    };
  const found = recordedOperations.find((entry) => entry.externalId === externalId && operations[entry.type]);
  return found
    ? {
        operation: operations[found.type]!,
        amount: found.amount,
        status: found.status as ManualOperationResult['status'],
        isAccepted,
        declined: describeDecline(found.declineCode, operations[found.type]!),
        refundId: null,
      }
    : null;
}
