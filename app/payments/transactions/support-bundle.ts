import { containsCardNumber } from '~/platform/cards/card-numbers';
import type { TimelineEntry } from './timeline';
import type { TransactionWithOperations } from './transaction-operations';

type BundledTransaction = Omit<TransactionWithOperations, 'order'>;

/**
 * The data that our support needs, as JSON text for an email: IDs, codes, amounts in minor units, and times
 * in UTC. No names, addresses, free text, or secrets, and only the card's brand and last four digits.
 */
export function createSupportBundle(
  transaction: BundledTransaction,
  entries: readonly TimelineEntry[],
  madeAt: Date,
): string {
  const of = <K extends TimelineEntry['kind']>(kind: K) =>
    entries.filter((entry): entry is Extract<TimelineEntry, { kind: K }> => entry.kind === kind);
  const bundle = {
    made_at: madeAt,
    account_id: transaction.accountId,
    environment: transaction.environment,
    transaction: transactionFacts(transaction),
    related: [...(transaction.parent ? [transaction.parent] : []), ...transaction.children].map(
      ({ id, type, status, orderAmount, createdAt }) => ({
        id,
        type,
        status,
        amount: orderAmount,
        created_at: createdAt,
      }),
    ),
    operations: of('operation').map((entry) => ({
      id: entry.id,
      type: entry.type,
      status: entry.status,
      amount: entry.amount,
      operator: entry.operatorId,
      external_id: plainId(entry.externalId),
      decline_code: entry.declineCode,
      created_at: entry.createdAt,
      completed_at: entry.completedAt,
    })),
    checkout: of('checkout').map(({ what, at, transactionId }) => ({
      what,
      transaction_id: transactionId,
      at,
    })),
    requests: of('request').map(({ id, method, operation, status, code, outcome, durationMs, at }) => ({
      id,
      method,
      operation,
      status,
      code,
      outcome,
      duration_ms: durationMs,
      at,
    })),
    webhooks: of('webhook').map(({ deliveryId, event, endpointId, deliveryStatus, attempt, at }) => ({
      delivery_id: deliveryId,
      event,
      endpoint_id: endpointId,
      delivery_status: deliveryStatus,
      status: attempt?.status ?? null,
      fault: attempt?.fault ?? null,
      duration_ms: attempt?.durationMs ?? null,
      at,
    })),
  };
  return JSON.stringify(bundle, null, 2);
}

function transactionFacts(transaction: BundledTransaction) {
  return {
    id: transaction.id,
    type: transaction.type,
    status: transaction.status,
    currency: transaction.orderCurrency,
    order_amount: transaction.orderAmount,
    amount_authorized: transaction.amountAuthorized,
    amount_captured: transaction.amountCaptured,
    amount_voided: transaction.amountVoided,
    amount_expired: transaction.amountExpired,
    amount_refunded: transaction.amountRefunded,
    hold_reserved: transaction.holdReserved,
    refund_reserved: transaction.refundReserved,
    chargeback_open: transaction.chargebackOpen,
    amount_charged_back: transaction.amountChargedBack,
    version: transaction.version,
    external_id: plainId(transaction.externalId),
    order_id: plainId(transaction.orderId),
    intent_id: transaction.intentId,
    parent_id: transaction.parentId,
    authorization_id: transaction.authorizationId,
    connection_id: transaction.connectionId,
    card: transaction.cardBrand && { brand: transaction.cardBrand, last_four: transaction.cardLastFour },
    decline_code: transaction.declineCode,
    dispute_stage: transaction.disputeStage,
    dispute_reason: transaction.disputeReason,
    dispute_due_by: transaction.disputeDueBy,
    capture_before: transaction.captureBefore,
    settled_at: transaction.settledAt,
    created_at: transaction.createdAt,
    updated_at: transaction.updatedAt,
  };
}

const redactedText = '[redacted]';

/** A merchant's ID can be anything. Without a digit, or with an @, it may be a person's name or address. */
function plainId(text: string | null): string | null {
  if (text === null) return null;
  return /^(?=.*\d)[\w.:#/-]{1,100}$/.test(text) && !containsCardNumber(text) && !/\b00\d{7,}/.test(text)
    ? text
    : redactedText;
}
