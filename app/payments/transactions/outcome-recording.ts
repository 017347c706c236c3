import type { EventType } from '~/webhooks/events/event-types';
import type { Outcome } from '~/acquirers/acquirer';
import { requestOutcome } from '~/acquirers/outcome-request';
import { createDatabaseClock } from '~/platform/time/clock';
import { config } from '~/platform/config/config.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { toJson, type Json } from '~/platform/json';
import { log } from '~/platform/observability/log';
import { countPayment } from '~/platform/observability/metrics';
import { wakeDeliveryWorker } from '~/webhooks/deliveries/polling';
import { getConnection, hasLedger } from '~/payments/connections/connections';
import { computeCaptureBefore } from '~/payments/operations/hold-duration';
import { uncountChallenge } from '~/payments/card-testing/protection';
import { maximumDeclines } from '~/payments/checkout/payment-intents';
import { updateSavedCard } from '~/payments/checkout/saved-card-updates';
import { addMissingShares, increaseLockedAmount } from '~/payments/disputes/chargebacks';
import { reverseLateApproval } from '~/payments/operations/late-approvals';
import { recordFailedReversal } from '~/payments/reconciliation/contradictions';
import type { AcquirerReply } from '~/payments/replies';
import { settleTransaction } from '~/payments/operations/settlement';
import { requireTransition, getHoldStatus, getRemainingHold, type Action, type KnownStatus } from './states';
import type { OutcomeRecord } from '~/payments/idempotency/recorded-replies';
import { findPendingReservation, markUnknown, type Reservation } from '~/payments/idempotency/reservations';
import { toCheckedData } from './card-checks';
import { describeOperation, recordPendingResult, recordRequiredAction } from './later-results';
import { recordPayment } from './payment-statements';
import { recordRefund } from '~/payments/operations/refund-statements';
import {
  amountsOf,
  type Authentication,
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

export type KnownOutcome = Exclude<Outcome, { kind: 'unknown' | 'pending' | 'action_required' }>;

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
  return replyWithOutcome(reservation, outcome, { recordedAt: clock(), replayed: false });
}

/**
 * An approval for a different amount, such as a partial approval, isn't the outcome of our request. Staff find out what
 * happened.
 */
export function isOwnAmount(
  { id: operationId, amount, currency }: { id: string; amount: number; currency: string },
  outcome: Outcome,
): boolean {
  const approved = outcome.kind === 'approved' ? outcome.amount : undefined;
  if (!approved || (approved.amountMinor === amount && approved.currency === currency)) return true;
  log.warn('the acquirer approved another amount', { operationId });
  return false;
}

/** The outcome of a reserved operation, if it is about its amount. */
export const requireOwnAmount = (
  { operation_id: id, operation_amount: amount, order_currency: currency }: Reservation,
  outcome: Outcome,
): Outcome => (isOwnAmount({ id, amount, currency }, outcome) ? outcome : { kind: 'unknown' });

/**
 * Records the outcome of a request and replies with it. Without an outcome, or if the database fails, money
 * may have moved: the operation stays pending, and the acquirer is queried about it later.
 */
export async function replyWithOutcome(
  reservation: Reservation,
  answer: Outcome,
  { recordedAt, replayed }: { recordedAt: Date; replayed: boolean },
): Promise<AcquirerReply> {
  const { id: transactionId, operation_id: operationId } = reservation;
  const outcome = requireOwnAmount(reservation, answer);
  try {
    if (outcome.kind === 'pending') {
      const body = await recordPendingResult(reservation, outcome);
      countPayment(reservation.operation_type, 'pending', reservation.environment);
      return { kind: 'done', body, replayed };
    }
    if (outcome.kind === 'action_required') {
      const body = await recordRequiredAction(reservation, outcome);
      countPayment(reservation.operation_type, 'pending', reservation.environment);
      return body === null ? { kind: 'outcome_unknown', transactionId } : { kind: 'done', body, replayed };
    }
    if (outcome.kind !== 'unknown')
      return { kind: 'done', body: await recordOutcome(reservation, outcome, recordedAt), replayed };
    await markUnknown({ operationId, delaySeconds: firstInquirySeconds });
  } catch (error) {
    log.error('recording an outcome', error, { operationId, transactionId });
  }
  countPayment(reservation.operation_type, 'unknown', reservation.environment);
  return { kind: 'outcome_unknown', transactionId };
}

/**
 * Records an outcome: row, operation, stored reply, and event in one statement. If others changed the row in
 * the meantime, it recomputes from their version. If they recorded this same outcome, theirs is kept. What a capture or a
 * declined refund adds to the refundable amount goes to chargebacks that lack some of theirs, in the same transaction.
 * @returns the reply's body
 */
export async function recordOutcome(
  reservation: Reservation,
  outcome: KnownOutcome,
  recordedAt: Date,
): Promise<Json<TransactionObject>> {
  let current = reservation;
  for (let attempts = 0; attempts < maximumRecordAttempts; attempts++) {
    const after =
      current.type === 'REFUND' ? applyToRefund(current, outcome) : applyToPayment(current, outcome);
    const row = { ...after.row, updated_at: recordedAt };
    // A capture is batched first, because few payments have a chargeback. The version of a refund doesn't show whether
    // its payment has one by now.
    const locksChargebacks =
      current.type === 'REFUND'
        ? outcome.kind === 'declined'
        : attempts > 0 && row.amount_captured > current.amount_captured;
    const body = toJson<TransactionObject>(
      toTransactionObject({
        ...(locksChargebacks && current.type === 'PAYMENT' ? await addMissingShares(row) : row),
        last_operation: describeOperation(current, toOperationResult(outcome)),
      }),
    );
    if (await record(current, row, outcome, { body, event: after.event, locksChargebacks })) {
      countPayment(current.operation_type, outcome.kind, current.environment);
      if (outcome.kind === 'approved' && outcome.settled) await settleTransaction(current.id);
      await keepSavedCardUpToDate(current, outcome);
      const { intent_id: intentId, authentication } = current;
      if (outcome.kind === 'approved' && isAuthorization(current) && intentId && authentication)
        await uncountChallenge(intentId);
      if (outcome.kind === 'declined' && isLateReversal(current))
        await reportFailedReversal(current, outcome);
      if (outcome.kind === 'declined' && current.operation_type === 'expire')
        log.warn('the acquirer refused to release an expired hold', {
          operationId: current.operation_id,
          transactionId: current.id,
          code: outcome.code,
        });
      return body;
    }
    const [pending] = await findPendingReservation({ operationId: reservation.operation_id });
    if (!pending) return recordedReply(reservation, outcome);
    current = pending;
  }
  throw new Error(`operation ${reservation.operation_id} could not be recorded`);
}

/** Only a late approval of a declined payment has an operation, which reverses it. */
const isLateReversal = ({ type, status }: Reservation) => type === 'PAYMENT' && status === 'DECLINED';

/** Reconciliation finds it in an acquirer's ledger. A failure doesn't change the outcome, and is in the log. */
async function reportFailedReversal(
  { id: transactionId, environment, order_currency: currency, ...reversal }: Reservation,
  { code, acquirerCode }: Extract<KnownOutcome, { kind: 'declined' }>,
): Promise<void> {
  const { operation_id: operationId, operation_type: type, operation_amount: amount } = reversal;
  try {
    const connection = await getConnection(reversal.connection_id);
    if (connection && hasLedger(connection)) return;
    await recordFailedReversal({
      ...{ operationId, type, amount, currency, transactionId, environment },
      code: acquirerCode ?? code,
    });
  } catch (error) {
    log.error('recording a failed reversal', error, { operationId });
  }
}

/** A failure here doesn't affect the outcome, and the next payment with the card tries again. */
async function keepSavedCardUpToDate(reservation: Reservation, outcome: KnownOutcome): Promise<void> {
  const { account_id: accountId, environment, card_token_id: tokenId, operation_id } = reservation;
  if (tokenId === null || !isAuthorization(reservation)) return;
  try {
    await updateSavedCard({ accountId, environment, tokenId }, outcome);
  } catch (error) {
    log.error('updating a saved card', error, { operationId: operation_id });
  }
}

async function record(
  from: Reservation,
  row: TransactionRow,
  outcome: KnownOutcome,
  { locksChargebacks, ...reply }: { body: string; event: EventType | null; locksChargebacks: boolean },
): Promise<boolean> {
  const common = {
    ...toOperationResult(outcome),
    operationId: from.operation_id,
    accountId: from.account_id,
    recordedAt: row.updated_at,
    responseBody: reply.body,
    eventId: createId('evt'),
    eventType: reply.event,
    transactionId: from.id,
    version: from.version,
    status: row.status,
  };
  const write = (db?: Database) =>
    from.type === 'REFUND'
      ? recordRefund(
          {
            ...common,
            parentId: from.parent_id!,
            refunded: row.amount_refunded,
            parentOperationId: createId('op'),
          },
          db,
        )
      : recordPayment(
          {
            ...common,
            authorized: row.amount_authorized,
            captured: row.amount_captured,
            voided: row.amount_voided,
            expired: row.amount_expired,
            holdReserved: row.hold_reserved,
            captureBefore: row.capture_before,
            authentication: row.authentication && JSON.stringify(row.authentication),
            cardChecks: row.card_checks && JSON.stringify(row.card_checks),
            paymentDeclineCode: row.decline_code,
            intentState: isAuthorization(from) ? (outcome.kind === 'approved' ? 'PAID' : 'OPEN') : null,
            maximumDeclines,
            releaseId:
              row.amount_expired > from.amount_expired && from.operation_type !== 'expire'
                ? createId('op')
                : null,
            locksChargebacks,
          },
          db,
        );
  const recorded = locksChargebacks
    ? await prisma.$transaction(async (db) => {
        const written = await write(db);
        if (written) await increaseLockedAmount(db, from.parent_id ?? from.id);
        return written;
      })
    : await write();
  if (reply.event) wakeDeliveryWorker();
  return recorded !== undefined;
}

function toOperationResult(
  outcome: KnownOutcome,
): Pick<OutcomeRecord, 'operationStatus' | 'acquirerReference' | 'declineCode' | 'acquirerCode'> {
  return outcome.kind === 'approved'
    ? {
        operationStatus: 'SUCCEEDED',
        acquirerReference: outcome.acquirerReference,
        declineCode: null,
        acquirerCode: null,
      }
    : {
        operationStatus: 'FAILED',
        acquirerReference: null,
        declineCode: outcome.code,
        acquirerCode: outcome.acquirerCode ?? null,
      };
}

/** A declined release of an expired hold is requested again, which is no news for the merchant. */
const failureEvents: Partial<Record<Reservation['operation_type'], EventType>> = {
  capture: 'capture.failed',
  partial_capture: 'capture.failed',
  void: 'void.failed',
};

function applyToPayment(
  from: Reservation,
  outcome: KnownOutcome,
): { row: TransactionRow; event: EventType | null } {
  // A late approval was reversed. The payment stays declined.
  if (from.status === 'DECLINED')
    return { row: from, event: outcome.kind === 'approved' ? 'payment.reversed' : null };
  if (isAuthorization(from)) {
    const results = {
      authentication: toAuthentication(from, outcome),
      card_checks: toCheckedData(from.card_checks, outcome.checks),
    };
    if (outcome.kind === 'declined')
      return applyStatus({ ...from, ...results, decline_code: outcome.code }, from, 'DECLINED');
    const captured = from.operation_type === 'authcap' ? from.order_amount : 0;
    const captureBefore = captured ? null : computeCaptureBefore(from, outcome.captureBefore);
    return applyStatus(
      {
        ...from,
        ...results,
        amount_authorized: from.order_amount,
        amount_captured: captured,
        capture_before: captureBefore,
      },
      from,
    );
  }
  const unreserved = { ...from, hold_reserved: from.hold_reserved - from.operation_amount };
  if (outcome.kind === 'declined')
    return {
      row: isHoldReleased(from) ? expireRest(unreserved) : unreserved,
      event: failureEvents[from.operation_type] ?? null,
    };
  if (from.operation_type === 'expire')
    return {
      ...applyStatus({ ...unreserved, amount_expired: from.amount_expired + from.operation_amount }, from),
      event: 'transaction.expired',
    };
  if (from.operation_type === 'void') {
    const after = applyStatus(
      { ...unreserved, amount_voided: from.amount_voided + from.operation_amount },
      from,
    );
    const isWhole = after.row.status === 'VOIDED';
    return { ...after, event: isWhole ? 'transaction.voided' : 'transaction.partially_voided' };
  }
  const captured = { ...unreserved, amount_captured: from.amount_captured + from.operation_amount };
  return applyStatus(outcome.released || isHoldReleased(from) ? expireRest(captured) : captured, from);
}

/** Whether the acquirer released the hold with a capture while other operations were pending. */
const isHoldReleased = ({ capture_before }: TransactionRow) => capture_before === null;

/** The acquirer holds nothing anymore. What is reserved for pending operations follows when they end. */
const expireRest = (row: TransactionRow): TransactionRow => ({
  ...row,
  amount_expired: row.amount_expired + getRemainingHold(amountsOf(row)),
  capture_before: null,
});

/** A payment that waited for the payer without a result of the authentication was declined before one. */
function toAuthentication(
  { authentication: known }: Reservation,
  { kind, authentication: result }: KnownOutcome,
): Authentication | null {
  const abandoned = kind === 'declined' && known?.abandoned && { abandoned: true as const };
  if (result) {
    const { liabilityShift, ...others } = result;
    return { ...others, liability_shift: liabilityShift, ...abandoned };
  }
  if (known?.status !== 'required') return known;
  const status = kind === 'approved' ? 'authenticated' : 'failed';
  return { status, flow: 'challenge', version: null, eci: null, liability_shift: false, ...abandoned };
}

function applyStatus(
  row: TransactionRow,
  from: Reservation,
  status: KnownStatus = getHoldStatus(amountsOf(row)),
): { row: TransactionRow; event: EventType } {
  const action = from.operation_type === 'partial_capture' ? 'capture' : from.operation_type;
  requireTransition('PAYMENT', from.status, action satisfies Action, status);
  return { row: { ...row, status }, event: `transaction.${status.toLowerCase() as Lowercase<KnownStatus>}` };
}

function applyToRefund(from: Reservation, outcome: KnownOutcome): { row: TransactionRow; event: EventType } {
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
  if (outcome.kind === 'approved') await reverseLateApproval(id, outcome.acquirerReference);
  const { responseBody } = await prisma.operation.findUniqueOrThrow({ where: { id } });
  if (responseBody === null) throw new Error(`operation ${id} is recorded without a reply`);
  return responseBody as Json<TransactionObject>;
}
