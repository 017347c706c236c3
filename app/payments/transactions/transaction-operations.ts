import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { refundFailureOperator } from '~/payments/operations/refund-failures';
import { lateApprovalOperator } from '~/payments/operations/late-approvals';
import { nameOperators } from './operators';
import { captureReleaseOperator } from './payment-statements';
import { getDeclinedOperation, toDecline } from './transaction-object';

export type TransactionWithOperations = NonNullable<
  Awaited<ReturnType<typeof findTransactionWithOperations>>
>;

/** Operations of refunds that the payment's list includes and has no copy of yet. */
const reportedOnParent = { status: 'PENDING' };

const isCaptureRelease = ({ operator }: { operator: string }) => operator === captureReleaseOperator;

type Disputed = {
  id: string;
  orderAmount: number;
  dispute: { decision: string | null; submittedBy: string | null; submittedAt: Date | null } | null;
};

const listResponses = (transactions: readonly Disputed[]) =>
  transactions.flatMap(({ id, orderAmount, dispute }) =>
    dispute?.submittedAt
      ? [
          {
            transactionId: id,
            amount: orderAmount,
            isAcceptance: dispute.decision === 'accept',
            operator: `portal:${dispute.submittedBy}`,
            at: dispute.submittedAt,
          },
        ]
      : [],
  );

/**
 * A transaction with all its operations, oldest first, its payment, and its refunds (spec 2.2). A payment's
 * list also contains the decisions of its disputes, pending refunds, and the payer's visit. Of very many
 * operations or refunds, the newest `limit` are read, and `more` says so. Null for an unknown ID, another
 * merchant's, or one of the other environment.
 */
export async function findTransactionWithOperations({
  accountId,
  environment,
  id,
  limit = 50,
}: {
  accountId: string;
  environment: Environment;
  id: string;
  limit?: number;
}) {
  const take = limit + 1;
  const related = {
    where: { accountId, environment },
    orderBy: { id: 'desc' },
    take,
    select: {
      id: true,
      type: true,
      status: true,
      orderAmount: true,
      amountCaptured: true,
      amountRefunded: true,
      externalId: true,
      declineCode: true,
      chargebackOpen: true,
      amountChargedBack: true,
      disputeStage: true,
      disputeDueBy: true,
      createdAt: true,
    },
  } as const;
  const operationQuery = { orderBy: { sequence: 'desc' }, take, omit: { responseBody: true } } as const;
  const dispute = { select: { decision: true, submittedBy: true, submittedAt: true } } as const;
  const childrenQuery = {
    ...related,
    select: { ...related.select, dispute, operations: { ...operationQuery, where: reportedOnParent } },
  } as const;
  const found = await prisma.transaction.findUnique({
    where: { id, accountId, environment },
    include: {
      operations: operationQuery,
      dispute,
      parent: { select: related.select },
      refunds: childrenQuery,
    },
  });
  if (!found) return null;
  const intent = found.intentId
    ? await prisma.paymentIntent.findUnique({
        where: { id: found.intentId, accountId, environment },
        select: {
          ...{ state: true, openedAt: true, redirectedAt: true, canceledAt: true, transactionId: true },
          language: true,
          paymentLink: { select: { id: true, name: true, redirectUrl: true } },
        },
      })
    : null;
  const { paymentLink = null, language: payerLanguage = null, ...checkoutVisit } = intent ?? {};
  const { operations: own, refunds, dispute: ownDispute, ...transaction } = found;
  const children = refunds
    .slice(0, limit)
    .reverse()
    .map(({ operations: _childOperations, dispute: _dispute, ...child }) => child);
  const childOperations = refunds.flatMap(({ operations }) => operations);
  const all = [...own, ...childOperations].sort((a, b) => Number(a.sequence - b.sequence));
  const operations = all.slice(-limit);
  const responses = listResponses([{ ...found, dispute: ownDispute }, ...refunds]);
  const operatorName = await nameOperators(accountId, [
    ...operations.map(({ operator }) => operator),
    ...responses.map(({ operator }) => operator),
  ]);
  return {
    ...transaction,
    // The end of the visit is reported with its last payment.
    checkoutVisit:
      intent?.transactionId === id
        ? (checkoutVisit as Omit<typeof intent, 'paymentLink' | 'language'>)
        : null,
    paymentLink,
    /** The language of the payer's checkout. Null if the payment was made by API. */
    payerLanguage,
    children,
    declined: found.declineCode && toDecline(found.declineCode, getDeclinedOperation(found.type)).message,
    // A failed refund had succeeded before.
    hadSucceeded: own.some(({ type, status }) => type === 'refund' && status === 'SUCCEEDED'),
    // The approval of a payment that we had declined was reversed, or is being reversed.
    reversal: own.find(({ operator }) => operator === lateApprovalOperator)?.status ?? null,
    // The acquirer released the rest of the hold with a capture. It didn't expire.
    holdReleased: own.some(isCaptureRelease),
    /** What the merchant submitted about this chargeback, or those of this payment. */
    responses: responses.map((response) => ({ ...response, operator: operatorName(response.operator) })),
    // Every refund and chargeback has at least one operation in the list.
    more: all.length > limit,
    operations: operations.map(
      ({
        id,
        type,
        status,
        amount,
        currency,
        reason,
        externalId,
        operator,
        declineCode,
        inquiries,
        acceptedAt,
        createdAt,
        completedAt,
      }) => ({
        id,
        type,
        status,
        amount,
        currency,
        reason,
        externalId,
        operator: operatorName(operator),
        operatorId: operator,
        isCaptureRelease: isCaptureRelease({ operator }),
        // The acquirer had approved the refund before, and the payer's bank sent it back.
        isReturnedRefund: operator === refundFailureOperator,
        /** When the result of a request without an immediate one became known. */
        resultKnownAt: inquiries || acceptedAt ? completedAt : null,
        // The acquirer reports the outcome later.
        isAccepted: acceptedAt !== null,
        declineCode,
        createdAt,
        completedAt,
      }),
    ),
  };
}
