import { containsCardNumber } from '~/platform/cards/card-numbers';
import type { StoryEntry } from './story';
import type { TransactionWithTrail } from './transaction-trail';

type Trail = Omit<TransactionWithTrail, 'order'>;

/**
 * What our support needs to see what happened, as JSON text that can be sent by mail: ids, codes, amounts in minor units and
 * times in UTC. No names, addresses, words somebody typed or secrets, and of the card its brand and last four digits alone.
 */
export function supportBundle(trail: Trail, entries: readonly StoryEntry[], madeAt: Date): string {
  const of = <K extends StoryEntry['kind']>(kind: K) =>
    entries.filter((entry): entry is Extract<StoryEntry, { kind: K }> => entry.kind === kind);
  const bundle = {
    made_at: madeAt,
    account_id: trail.accountId,
    environment: trail.environment,
    transaction: transactionFacts(trail),
    related: [...(trail.parent ? [trail.parent] : []), ...trail.children].map(
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
    webhooks: of('webhook').map(({ deliveryId, event, endpointId, deliveryStatus, tried, at }) => ({
      delivery_id: deliveryId,
      event,
      endpoint_id: endpointId,
      delivery_status: deliveryStatus,
      status: tried?.status ?? null,
      fault: tried?.fault ?? null,
      duration_ms: tried?.durationMs ?? null,
      at,
    })),
  };
  return JSON.stringify(bundle, null, 2);
}

function transactionFacts(trail: Trail) {
  return {
    id: trail.id,
    type: trail.type,
    status: trail.status,
    currency: trail.orderCurrency,
    order_amount: trail.orderAmount,
    amount_authorized: trail.amountAuthorized,
    amount_captured: trail.amountCaptured,
    amount_voided: trail.amountVoided,
    amount_expired: trail.amountExpired,
    amount_refunded: trail.amountRefunded,
    hold_reserved: trail.holdReserved,
    refund_reserved: trail.refundReserved,
    chargeback_open: trail.chargebackOpen,
    amount_charged_back: trail.amountChargedBack,
    version: trail.version,
    external_id: plainId(trail.externalId),
    order_id: plainId(trail.orderId),
    intent_id: trail.intentId,
    parent_id: trail.parentId,
    authorization_id: trail.authorizationId,
    acquirer: trail.acquirer,
    card: trail.cardBrand && { brand: trail.cardBrand, last_four: trail.cardLastFour },
    decline_code: trail.declineCode,
    dispute_stage: trail.disputeStage,
    dispute_reason: trail.disputeReason,
    dispute_due_by: trail.disputeDueBy,
    capture_before: trail.captureBefore,
    settled_at: trail.settledAt,
    created_at: trail.createdAt,
    updated_at: trail.updatedAt,
  };
}

const leftOut = '[left out]';

/** A merchant's own id may be anything: what has not the form of one, with a digit and no @, may be somebody's name or address. */
function plainId(text: string | null): string | null {
  if (text === null) return null;
  return /^(?=.*\d)[\w.:#/-]{1,100}$/.test(text) &&
    !containsCardNumber(text) &&
    !/(?:\+|\b00)\d{7,}/.test(text)
    ? text
    : leftOut;
}
