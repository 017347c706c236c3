import { isUniqueViolation, type Database } from '~/platform/database/db.server';
import { createId, isId } from '~/platform/ids';
import { reserveManually, type ManualRequest } from './manual-reservations';
import { createFingerprint } from '~/payments/idempotency/request-fingerprint';
import {
  getConnection,
  listConnections,
  listSingleCaptureConnections,
  listUnusableConnections,
} from '~/payments/connections/connections';
import { findTransactionRow } from '~/payments/transactions/transaction-rows';
import { requestFollowUp } from './follow-up-requests';
import { leaseMs, requestAndRecord } from '~/payments/transactions/outcome-recording';
import { explainRejection } from './rejections';
import type { AcquirerReply, Actor, HoldOperationReply } from '~/payments/replies';
import { replayOrConflict } from '~/payments/idempotency/replay';
import { getRemainingHold, getStartingStatuses } from '~/payments/transactions/states';
import { amountsOf, type TransactionObject } from '~/payments/transactions/transaction-object';
import {
  type Reservation,
  batchedLeaseEnd,
  followUpColumns,
  followUpCondition,
  isNewExternalId,
  lockExternalId,
  maximumReservationsWaiting,
  reservationColumns,
  type KeyedReservationInput,
  type PaymentCondition,
  type SeenVersion,
} from '~/payments/idempotency/reservations';
import { defineBatchedStatement } from '~/platform/database/batched-statement.server';

type HoldOperationInput = KeyedReservationInput &
  PaymentCondition &
  SeenVersion & {
    transactionId: string;
    type: 'capture' | 'void';
    amount: number | null;
    reason: string | null;
    /** The connections that allow one capture per payment, separated by commas. */
    singleCaptureConnections: string;
  };

/**
 * The reserve phase of capture and void: reserves the amount, or the full remaining amount. Undefined: the
 * payment doesn't allow it. Unique violation: the external_id was taken a moment ago.
 */
const reserveHoldOperation = defineBatchedStatement<HoldOperationInput, Reservation>({
  name: 'reserve-hold-operation',
  columns: {
    ...followUpColumns,
    transactionId: 'text',
    type: 'text',
    amount: 'bigint',
    singleCaptureConnections: 'text',
  },
  maximumWaiting: maximumReservationsWaiting,
  locksOf: (input) => [input.transactionId, lockExternalId(input)],
  text: `target as materialized (
    select input.*, reserved from (select * from input order by transaction_id) input cross join lateral (
      select coalesce(input.amount, amount_authorized - amount_captured - amount_voided - amount_expired - hold_reserved) as reserved
      from transactions t
      where t.id = input.transaction_id and ${followUpCondition}
        and amount_authorized - amount_captured - amount_voided - amount_expired - hold_reserved >= greatest(1, coalesce(input.amount, 1))
        and (input.type <> 'capture' or hold_reserved = 0 or t.connection_id <> all (string_to_array(input.single_capture_connections, ',')))
        and capture_before > now() and ${isNewExternalId('operation')}
      for no key update of t
    ) payment
  ), trx as (
    update transactions t set hold_reserved = hold_reserved + reserved, last_operation_id = operation_id, updated_at = now(), version = version + 1
    from target where t.id = transaction_id
    returning t.*
  ), claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    select target.account_id, target.environment, 'operation', target.external_id, fingerprint, transaction_id, operation_id
    from target join trx on trx.id = transaction_id
    order by target.account_id, target.environment, target.external_id
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, reason, operator, inquire_at)
    select operation_id, trx.id,
      case when target.type = 'capture' and reserved < trx.amount_authorized then 'partial_capture' else target.type end,
      reserved, order_currency, target.external_id, target.reason, operator, ${batchedLeaseEnd}
    from target join trx on trx.id = target.transaction_id
    returning id, transaction_id, type, amount, inquiries
  )
  select ${reservationColumns} from trx join op on op.transaction_id = trx.id`,
});

type CaptureVoidRequest = {
  operation: 'capture' | 'void';
  transactionId: string;
  externalId: string;
  /** Minor units. Absent means the full remaining amount. */
  amount?: number;
  reason?: string;
};

/**
 * Captures or voids all or part of an authorization (spec 4.4) in the three phases of createTransaction.
 * `manualRequest`: a person asks for it.
 */
export async function captureOrVoid(
  actor: Actor,
  request: CaptureVoidRequest,
  manualRequest?: ManualRequest,
): Promise<HoldOperationReply> {
  const { accountId, environment } = actor;
  const { operation, transactionId, externalId, amount = null, reason = null } = request;
  if (!isId('trx', transactionId)) return { kind: 'not_found' };
  const requestFingerprint = createFingerprint(environment, {
    trx_id: transactionId,
    operation,
    amount,
    reason,
  });
  const reservationInput = {
    ...actor,
    operationId: createId('op'),
    leaseMs,
    transactionId,
    type: operation,
    amount,
    reason,
    externalId,
    fingerprint: requestFingerprint,
  };
  const unsupported =
    operation === 'void' && amount !== null ? await rejectPartialVoid(actor, transactionId, amount) : null;
  if (unsupported) {
    const key = { accountId, environment, family: 'operation' as const, externalId };
    const replay = await replayOrConflict(key, requestFingerprint, requestFollowUp);
    return replay ? toHoldOperationReply(replay) : unsupported;
  }
  const [unusableConnections, singleCaptureConnections] = await Promise.all([
    listUnusableConnections(),
    listSingleCaptureConnections(),
  ]);
  const reserve = (db?: Database) =>
    reserveHoldOperation(
      {
        ...reservationInput,
        statuses: getStartingStatuses(operation).join(),
        unusableConnections,
        singleCaptureConnections,
        seenVersion: manualRequest?.seenVersion ?? null,
      },
      db,
    );
  const reservation = await (manualRequest ? reserveManually(manualRequest, reserve) : reserve()).catch(
    ignoreUniqueViolation,
  );
  if (reservation)
    return toHoldOperationReply(
      await requestAndRecord(reservation, (signal) => requestFollowUp(reservation, signal)),
    );
  const replay = await replayOrConflict(
    { accountId, environment, family: 'operation', externalId },
    requestFingerprint,
    requestFollowUp,
  );
  return replay
    ? toHoldOperationReply(replay)
    : explainRejection(actor, { operation, transactionId, amount });
}

/**
 * Some acquirers release a hold only as a whole. Nothing is read while every connection allows partial voids. The
 * adapter declines what becomes a partial void in the meantime.
 */
async function rejectPartialVoid(
  { accountId, environment }: Actor,
  transactionId: string,
  requested: number,
): Promise<Extract<HoldOperationReply, { kind: 'partial_void_not_supported' }> | null> {
  const connections = await listConnections();
  if (connections.every(({ acquirer }) => acquirer.capabilities.partialVoid)) return null;
  const row = await findTransactionRow({ accountId, environment, id: transactionId });
  const connection = row && (await getConnection(row.connection_id));
  if (!connection || connection.acquirer.capabilities.partialVoid) return null;
  const remaining = getRemainingHold(amountsOf(row));
  return requested < remaining ? { kind: 'partial_void_not_supported', remaining, requested } : null;
}

/**
 * A declined capture or void changes nothing, so the transaction isn't its result (decisions: Errors). The
 * stored reply names the operation and the decline, so that a replay is the same.
 */
function toHoldOperationReply(reply: AcquirerReply): HoldOperationReply {
  if (reply.kind !== 'done') return reply;
  const { id, last_operation: operation } = JSON.parse(reply.body) as TransactionObject;
  return operation?.decline
    ? {
        kind: 'operation_declined',
        transactionId: id,
        operationId: operation.id,
        decline: operation.decline,
        replayed: reply.replayed,
      }
    : reply;
}

/**
 * Two requests with the same external_id can both find it free. The unique key then lets one of them through.
 */
export function ignoreUniqueViolation(error: unknown): undefined {
  if (isUniqueViolation(error)) return undefined;
  throw error;
}
