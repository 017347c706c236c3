import {
  declineCodes,
  isDeclineCode,
  isUnsentRequestCode,
  neverReceivedCode,
  type UnsentRequestCode,
} from '~/acquirers/decline-codes';
import { chargebackOperator } from '~/payments/disputes/chargebacks';
import { canceledHoldOperator } from '~/payments/operations/canceled-holds';
import { lateApprovalOperator } from '~/payments/operations/late-approvals';
import { refundFailureOperator } from '~/payments/operations/refund-failures';
import { databaseNow, prisma } from '~/platform/database/db.server';
import { captureReleaseOperator } from './payment-statements';

/**
 * What was exchanged with the acquirer. `sending`: a request is waiting for its answer. `waiting`: it is due to be sent.
 * `unconfirmed`: its process has ended, maybe before it was sent. `unanswered`: the outcome is unknown. `accepted`: the
 * acquirer reports the result later. `unsent`: it can't be sent. `reported`: the acquirer reported it on its own.
 * `recorded`: we did.
 */
export type ExchangeState =
  | 'sending'
  | 'waiting'
  | 'unconfirmed'
  | 'unanswered'
  | 'accepted'
  | 'answered'
  | 'unsent'
  | 'never_received'
  | 'reported'
  | 'recorded';

/**
 * A request to the acquirer, or a report from it. Amount in minor units. `type`: of the operation, or that of a dispute's
 * submission. `at`: when it was requested, reported, or recorded. `nextAt`: the next inquiry or attempt. `reference`: ours,
 * as the acquirer knows it. `code`: the acquirer's, or the one of ISO 8583 that stands for its answer.
 */
export type AcquirerExchange = {
  id: string;
  type: string;
  transactionType: string;
  status: string;
  state: ExchangeState;
  /** What it has to do with another exchange. */
  relation: 'approved_later' | 'returned_later' | 'reverses_approval' | 'returned' | 'canceled' | null;
  amount: number;
  currency: string;
  at: Date;
  answeredAt: Date | null;
  nextAt: Date | null;
  acquirerReference: string | null;
  reference: string | null;
  code: string | null;
  isIsoCode: boolean;
  /** Our name of a decline, or the bank's reason of a chargeback. */
  reason: string | null;
  unsentReason: UnsentRequestCode | null;
};

/** The operations that acquirers reported. Nothing was sent for them. */
const reportOperators: readonly string[] = [
  captureReleaseOperator,
  canceledHoldOperator,
  refundFailureOperator,
  chargebackOperator,
];

/**
 * The operations of these transactions, newest first, each once: a payment has copies of the operations of its refunds and
 * chargebacks.
 */
export function findOwnOperations(transactionIds: string[], limit: number) {
  return prisma.operation.findMany({
    where: {
      transactionId: { in: transactionIds },
      NOT: {
        type: { in: ['refund', 'chargeback', 'dispute_won', 'dispute_lost'] },
        transaction: { type: 'PAYMENT' },
        // It returns the payment itself.
        operator: { not: lateApprovalOperator },
      },
    },
    orderBy: { sequence: 'desc' },
    take: limit,
    select: {
      id: true,
      transactionId: true,
      type: true,
      status: true,
      amount: true,
      currency: true,
      reason: true,
      operator: true,
      acquirerReference: true,
      declineCode: true,
      acquirerCode: true,
      inquiries: true,
      inquireAt: true,
      reversedBy: true,
      acceptedAt: true,
      createdAt: true,
      completedAt: true,
      transaction: { select: { type: true, authorizationId: true } },
    },
  });
}

type OwnOperation = Awaited<ReturnType<typeof findOwnOperations>>[number];

/** The exchanges of these transactions with the acquirer, oldest first, each once. */
export async function listAcquirerExchanges(
  transactionIds: string[],
  operations: readonly OwnOperation[],
): Promise<AcquirerExchange[]> {
  const [now, payouts, responses] = await Promise.all([
    databaseNow(prisma),
    findArrivedPayouts(transactionIds),
    listDisputeResponses(transactionIds),
  ]);
  const exchanges = operations.toReversed().map((operation) => {
    // A simulator's payouts are made after the settlement, from what settled.
    const settledBy = payouts.filter(
      ({ transactionId, arrivedAt }) =>
        transactionId === operation.transactionId && arrivedAt <= (operation.completedAt ?? now),
    );
    const reversed = operations.find(({ reversedBy }) => reversedBy === operation.id);
    return toExchange(operation, { now, settledBy, reversed });
  });
  return [...exchanges, ...responses].sort((a, b) => a.at.getTime() - b.at.getTime());
}

type Context = {
  now: Date;
  /** The payouts that settled it. */
  settledBy: readonly { acquirerId: string }[];
  /** The operation that this one reversed. */
  reversed: OwnOperation | undefined;
};

function toExchange(operation: OwnOperation, { now, settledBy, reversed }: Context): AcquirerExchange {
  const { id, type, status, amount, currency, transaction, createdAt, completedAt, acceptedAt } = operation;
  const isSettlement = type === 'settle';
  const state = isSettlement ? (settledBy.length ? 'reported' : 'recorded') : getState(operation, now);
  const isOurs = state === 'reported' || state === 'recorded';
  // The acquirer reports a returned refund with the references of the refund.
  const named = operation.operator === refundFailureOperator ? reversed : operation;
  const { code, isIsoCode } = getCode(operation, state);
  return {
    ...{ id, type, status, state, amount, currency, transactionType: transaction.type },
    relation: getRelation(operation),
    at: isOurs ? (completedAt ?? createdAt) : createdAt,
    answeredAt: isOurs ? null : (completedAt ?? acceptedAt),
    nextAt: operation.inquireAt,
    acquirerReference: isSettlement
      ? settledBy.map(({ acquirerId }) => acquirerId).join(', ') || null
      : transaction.type === 'CHARGEBACK'
        ? transaction.authorizationId
        : (named?.acquirerReference ?? null),
    reference: isOurs && named === operation ? null : (named?.id ?? null),
    ...{ code, isIsoCode },
    reason: operation.declineCode ?? (type === 'chargeback' ? operation.reason : null),
    unsentReason: isUnsentRequestCode(operation.acquirerCode) ? operation.acquirerCode : null,
  };
}

function getState(
  { operator, status, acquirerCode, acceptedAt, inquiries, inquireAt }: OwnOperation,
  now: Date,
): ExchangeState {
  if (reportOperators.includes(operator)) return 'reported';
  if (status !== 'PENDING') {
    if (acquirerCode === neverReceivedCode) return 'never_received';
    return isUnsentRequestCode(acquirerCode) ? 'unsent' : 'answered';
  }
  if (acceptedAt) return 'accepted';
  if (inquiries > 0) return 'unanswered';
  // It's written together with the report of the approval, and a timer sends it.
  if (operator === lateApprovalOperator) return 'waiting';
  return inquireAt && inquireAt > now ? 'sending' : 'unconfirmed';
}

function getRelation({ operator, status, reversedBy }: OwnOperation): AcquirerExchange['relation'] {
  if (operator === lateApprovalOperator) return 'reverses_approval';
  if (operator === refundFailureOperator) return 'returned';
  if (operator === canceledHoldOperator) return 'canceled';
  if (!reversedBy) return null;
  return status === 'FAILED' ? 'approved_later' : 'returned_later';
}

/** The acquirer's own code of a decline, or the ISO 8583 response code (field 39), where 00 is an approval. */
function getCode(
  { operator, status, acquirerCode, declineCode, acquirerReference }: OwnOperation,
  state: ExchangeState,
): Pick<AcquirerExchange, 'code' | 'isIsoCode'> {
  const none = { code: null, isIsoCode: false };
  if (state !== 'answered' && operator !== refundFailureOperator) return none;
  if (acquirerCode) return { code: acquirerCode, isIsoCode: false };
  if (declineCode)
    return isDeclineCode(declineCode) ? { code: declineCodes[declineCode].iso, isIsoCode: true } : none;
  return status === 'SUCCEEDED' && acquirerReference ? { code: '00', isIsoCode: true } : none;
}

/** The payouts with captures or refunds of these transactions whose money arrived. `acquirerId`: the acquirer's own ID. */
async function findArrivedPayouts(transactionIds: string[]) {
  const entries = await prisma.payoutEntry.findMany({
    where: {
      transactionId: { in: transactionIds },
      kind: { in: ['capture', 'refund'] },
      payout: { settledAt: { not: null } },
    },
    distinct: ['transactionId', 'payoutId'],
    orderBy: { occurredAt: 'asc' },
    select: { transactionId: true, payout: { select: { acquirerId: true, settledAt: true } } },
  });
  return entries.map(({ transactionId, payout: { acquirerId, settledAt } }) => ({
    ...{ transactionId, acquirerId },
    arrivedAt: settledAt!,
  }));
}

const responseStatuses: Record<string, string> = { acknowledged: 'SUCCEEDED', refused: 'FAILED' };

/** What was submitted about chargebacks. Our reference of it is the ID of the chargeback. */
async function listDisputeResponses(transactionIds: string[]): Promise<AcquirerExchange[]> {
  const disputes = await prisma.dispute.findMany({
    where: { transactionId: { in: transactionIds }, submittedAt: { not: null } },
    select: {
      ...{ transactionId: true, decision: true, state: true, submittedAt: true, acquirerRespondedAt: true },
      ...{ attempts: true, nextAttemptAt: true },
      transaction: { select: { authorizationId: true, orderAmount: true, orderCurrency: true } },
    },
  });
  return disputes.map(({ transactionId, decision, state, submittedAt, transaction, ...attempted }) => ({
    id: `${transactionId} response`,
    type: decision === 'accept' ? 'dispute_acceptance' : 'dispute_response',
    transactionType: 'CHARGEBACK',
    status: responseStatuses[state ?? ''] ?? 'PENDING',
    state: state !== 'sending' ? 'answered' : attempted.attempts ? 'unanswered' : 'waiting',
    relation: null,
    amount: transaction.orderAmount,
    currency: transaction.orderCurrency,
    at: submittedAt!,
    answeredAt: attempted.acquirerRespondedAt,
    nextAt: attempted.nextAttemptAt,
    acquirerReference: transaction.authorizationId,
    reference: transactionId,
    ...{ code: null, isIsoCode: false, reason: null, unsentReason: null },
  }));
}
