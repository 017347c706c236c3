import type { Outcome } from '~/acquirers/acquirer';
import { requestOutcome } from '~/acquirers/outcome-request';
import { createDatabaseClock } from '~/platform/time/clock';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { toJson, type Json } from '~/platform/json';
import { countPayment } from '~/platform/observability/metrics';
import { wakeDeliveryWorker } from '~/webhooks/deliveries/polling';
import { getHoldExpiry } from '~/payments/operations/hold-duration';
import { maximumDeclines } from '~/payments/checkout/payment-intents';
import { reverseLateApproval } from '~/payments/operations/late-approvals';
import type { AcquirerReply } from '~/payments/replies';
import { settleTransaction } from '~/payments/operations/settlement';
import { requireTransition, getHoldStatus, type Action } from './states';
import type { OutcomeRecord } from '~/payments/idempotency/recorded-replies';
import { findPendingReservation, markUnknown, type Reservation } from '~/payments/idempotency/reservations';
import { recordPayment } from './payment-statements';
import { recordRefund } from '~/payments/operations/refund-statements';
import {
  amountsOf,
  toDecline,
  toTransactionObject,
  type TransactionObject,
  type TransactionRow,
} from './transaction-object';

/** How long a reservation counts as in flight: the acquirer timeout plus one second. */
export const leaseMs = config.acquirerTimeoutMs + 1_000;
/**
 * The first inquiry follows this soon after the missing answer. The later delays are in unknown-outcomes.ts.
 */
const firstInquirySeconds = 5;
/** How often recording is retried after a version conflict. */
const maximumRecordAttempts = 100;

type KnownOutcome = Exclude<Outcome, { kind: 'unknown' }>;

/**
 * The request and record phases: sends the request to the acquirer, outside of any database transaction, and
 * records the outcome.
 */
export async function requestAndRecord(
  reservation: Reservation,
  request: (signal: AbortSignal) => Promise<Outcome>,
): Promise<AcquirerReply> {
  const clock = createDatabaseClock(reservation.database_now);
  const outcome = await requestOutcome(reservation.operation_id, request);
  if (outcome.kind === 'unknown') return markOutcomeUnknown(reservation);
  return { kind: 'done', body: await recordOutcome(reservation, outcome, clock()), replayed: false };
}

/** Ends a request without an outcome. The acquirer is queried about it later. */
export async function markOutcomeUnknown(reservation: Reservation): Promise<AcquirerReply> {
  await markUnknown({ operationId: reservation.operation_id, delaySeconds: firstInquirySeconds });
  countPayment(reservation.operation_type, 'unknown', reservation.environment);
  return { kind: 'outcome_unknown', transactionId: reservation.id };
}

/**
 * Records an outcome: row, operation, stored reply, and event in one statement. If others changed the row in
 * the meantime, it recomputes from their version. If they recorded this same outcome, theirs is kept.
 * `expectedInquiries`: record only if nobody has inquired since that inquiry.
 * @returns the reply's body
 */
export async function recordOutcome(
  reservation: Reservation,
  outcome: KnownOutcome,
  recordedAt: Date,
  expectedInquiries: number | null = null,
): Promise<Json<TransactionObject>> {
  let current = reservation;
  for (let attempts = 0; attempts < maximumRecordAttempts; attempts++) {
    const after =
      current.type === 'REFUND'
        ? applyToRefund(current, outcome)
        : applyToPayment(current, outcome, recordedAt);
    const row = { ...after.row, updated_at: recordedAt };
    const decline = outcome.kind === 'declined' ? { decline: toDecline(outcome.code) } : {};
    const body = toJson<TransactionObject>({ ...toTransactionObject(row), ...decline });
    if (await record(current, row, outcome, { body, event: after.event, expectedInquiries })) {
      countPayment(current.operation_type, outcome.kind, current.environment);
      if (outcome.kind === 'approved' && outcome.settled) await settleTransaction(current.id);
      return body;
    }
    const [pending] = await findPendingReservation({ operationId: reservation.operation_id });
    if (!pending) return recordedReply(reservation, outcome);
    if (expectedInquiries !== null && pending.inquiries !== expectedInquiries)
      return toJson(toTransactionObject(pending));
    current = pending;
  }
  throw new Error(`operation ${reservation.operation_id} could not be recorded`);
}

async function record(
  from: Reservation,
  row: TransactionRow,
  outcome: KnownOutcome,
  reply: { body: string; event: string | null; expectedInquiries: number | null },
): Promise<boolean> {
  const common = {
    operationId: from.operation_id,
    ...toOperationResult(outcome),
    recordedAt: row.updated_at,
    expectedInquiries: reply.expectedInquiries,
    responseBody: reply.body,
    eventId: createId('evt'),
    eventType: reply.event,
    transactionId: from.id,
    version: from.version,
    status: row.status,
  };
  const recorded =
    from.type === 'REFUND'
      ? await recordRefund({ ...common, refunded: row.amount_refunded, parentOperationId: createId('op') })
      : await recordPayment({
          ...common,
          authorized: row.amount_authorized,
          captured: row.amount_captured,
          voided: row.amount_voided,
          holdReserved: row.hold_reserved,
          captureBefore: row.capture_before,
          paymentDeclineCode: row.decline_code,
          intentState: isAuthorization(from) ? (outcome.kind === 'approved' ? 'PAID' : 'OPEN') : null,
          maximumDeclines,
        });
  if (reply.event) wakeDeliveryWorker();
  return recorded.length === 1;
}

function toOperationResult(
  outcome: KnownOutcome,
): Pick<OutcomeRecord, 'operationStatus' | 'acquirerReference' | 'declineCode'> {
  return outcome.kind === 'approved'
    ? { operationStatus: 'SUCCEEDED', acquirerReference: outcome.acquirerReference, declineCode: null }
    : { operationStatus: 'FAILED', acquirerReference: null, declineCode: outcome.code };
}

function applyToPayment(
  from: Reservation,
  outcome: KnownOutcome,
  recordedAt: Date,
): { row: TransactionRow; event: string | null } {
  // A late approval was reversed. The payment stays declined.
  if (from.status === 'DECLINED') return { row: from, event: null };
  if (isAuthorization(from)) {
    if (outcome.kind === 'declined')
      return applyStatus({ ...from, decline_code: outcome.code }, from, 'DECLINED');
    const captured = from.operation_type === 'authcap' ? from.order_amount : 0;
    const captureBefore = captured ? null : getHoldExpiry(from, recordedAt);
    return applyStatus(
      {
        ...from,
        amount_authorized: from.order_amount,
        amount_captured: captured,
        capture_before: captureBefore,
      },
      from,
    );
  }
  const released = { ...from, hold_reserved: from.hold_reserved - from.operation_amount };
  if (outcome.kind === 'declined') return { row: released, event: null };
  if (from.operation_type === 'void')
    return {
      ...applyStatus({ ...released, amount_voided: from.amount_voided + from.operation_amount }, from),
      event: 'transaction.voided',
    };
  return applyStatus({ ...released, amount_captured: from.amount_captured + from.operation_amount }, from);
}

function applyStatus(
  row: TransactionRow,
  from: Reservation,
  status = getHoldStatus(amountsOf(row)),
): { row: TransactionRow; event: string } {
  const action = from.operation_type === 'partial_capture' ? 'capture' : from.operation_type;
  requireTransition('PAYMENT', from.status, action satisfies Action, status);
  return { row: { ...row, status }, event: `transaction.${status.toLowerCase()}` };
}

function applyToRefund(from: Reservation, outcome: KnownOutcome): { row: TransactionRow; event: string } {
  const status = outcome.kind === 'approved' ? 'CAPTURED' : 'DECLINED';
  requireTransition('REFUND', from.status, 'refund', status);
  return outcome.kind === 'approved'
    ? { row: { ...from, status, amount_refunded: from.order_amount }, event: 'refund.created' }
    : { row: { ...from, status, decline_code: outcome.code }, event: 'refund.declined' };
}

function isAuthorization({ operation_type }: Reservation): boolean {
  return operation_type === 'authorize' || operation_type === 'authcap';
}

async function recordedReply(
  { operation_id: id }: Reservation,
  outcome: KnownOutcome,
): Promise<Json<TransactionObject>> {
  if (outcome.kind === 'approved') await reverseLateApproval(id);
  const { responseBody } = await prisma.operation.findUniqueOrThrow({ where: { id } });
  if (responseBody === null) throw new Error(`operation ${id} is recorded without a reply`);
  return responseBody as Json<TransactionObject>;
}
