import { isUnsentRequestCode } from '~/acquirers/decline-codes';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { lateApprovalOperator } from '~/payments/operations/late-approvals';
import type { TransactionStatus } from './states';

/** A refund. `sent`: the acquirer approved it at `at`. `returned`: it was sent at `at` and failed later. */
export type RefundFacts = {
  state: 'pending' | 'sent' | 'failed' | 'returned';
  amount: number;
  /** When it was sent, or else requested. */
  at: Date;
  /** The acquirer's reference of a refund that was sent. */
  reference: string | null;
};

/** What a payer can be answered about a payment. Amounts in minor units. */
export type PaymentFacts = {
  id: string;
  /** The order ID, or else the external_id. */
  orderReference: string;
  status: TransactionStatus;
  orderAmount: number;
  orderCurrency: string;
  amountAuthorized: number;
  amountCaptured: number;
  amountVoided: number;
  amountExpired: number;
  amountRefunded: number;
  holdReserved: number;
  refundReserved: number;
  chargebackOpen: number;
  amountChargedBack: number;
  cardLastFour: string | null;
  cardTokenId: string | null;
  merchantReason: string | null;
  declineCode: string | null;
  captureBefore: Date | null;
  createdAt: Date;
  /** Whether the amount was authorized first, and not captured at once. */
  isHold: boolean;
  /** Declined by us, because the acquirer can't process such a request. */
  isUnsent: boolean;
  /** The status of the operation that reverses a late approval. */
  reversal: string | null;
  /** The newest ones, oldest first, and the number of the others. */
  refunds: RefundFacts[];
  earlierRefunds: number;
};

const maximumRefunds = 5;

/** The facts of a merchant's payments, oldest first. Other IDs are ignored. */
export async function readPaymentFacts(
  { accountId, environment }: { accountId: string; environment: Environment },
  ids: readonly string[],
): Promise<PaymentFacts[]> {
  const found = await prisma.transaction.findMany({
    where: { id: { in: [...ids] }, accountId, environment, type: 'PAYMENT' },
    orderBy: { id: 'asc' },
    select: {
      ...{ id: true, status: true, orderAmount: true, orderCurrency: true, amountAuthorized: true },
      ...{ amountCaptured: true, amountVoided: true, amountExpired: true, amountRefunded: true },
      ...{ holdReserved: true, refundReserved: true, chargebackOpen: true, amountChargedBack: true },
      ...{ cardLastFour: true, cardTokenId: true, merchantReason: true, declineCode: true },
      ...{ captureBefore: true, createdAt: true, orderId: true, externalId: true },
      operations: {
        where: { OR: [{ type: { in: ['authorize', 'authcap'] } }, { operator: lateApprovalOperator }] },
        orderBy: { sequence: 'asc' },
        select: { type: true, status: true, operator: true, acquirerCode: true },
      },
      refunds: {
        where: { type: 'REFUND' },
        orderBy: { id: 'desc' },
        take: maximumRefunds,
        select: {
          ...{ status: true, orderAmount: true, createdAt: true },
          operations: {
            where: { type: 'refund', status: 'SUCCEEDED' },
            select: { acquirerReference: true, completedAt: true },
          },
        },
      },
      _count: { select: { refunds: { where: { type: 'REFUND' } } } },
    },
  });
  return found.map(({ status, operations, refunds, _count, orderId, externalId, ...payment }) => {
    const authorization = operations.find(({ operator }) => operator !== lateApprovalOperator);
    return {
      ...payment,
      orderReference: orderId ?? externalId,
      status: status as TransactionStatus,
      isHold: authorization?.type === 'authorize',
      isUnsent: isUnsentRequestCode(authorization?.acquirerCode ?? null),
      reversal: operations.find(({ operator }) => operator === lateApprovalOperator)?.status ?? null,
      refunds: refunds.map(toRefundFacts).reverse(),
      earlierRefunds: _count.refunds - refunds.length,
    };
  });
}

function toRefundFacts({
  status,
  orderAmount: amount,
  createdAt,
  operations: [success],
}: {
  status: string;
  orderAmount: number;
  createdAt: Date;
  operations: { acquirerReference: string | null; completedAt: Date | null }[];
}): RefundFacts {
  const at = success?.completedAt ?? createdAt;
  if (status === 'PENDING') return { state: 'pending', amount, at: createdAt, reference: null };
  if (status === 'DECLINED') return { state: success ? 'returned' : 'failed', amount, at, reference: null };
  return { state: 'sent', amount, at, reference: success?.acquirerReference ?? null };
}
