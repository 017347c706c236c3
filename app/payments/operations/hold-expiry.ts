import { createId } from '~/platform/ids';
import { defineStatement } from '~/platform/database/statement.server';
import { log } from '~/platform/observability/log';
import {
  leaseEnd,
  reservationColumns,
  type Reservation,
  type ReservationInput,
} from '~/payments/idempotency/reservations';
import { leaseMs, requestAndRecord } from '~/payments/transactions/outcome-recording';
import { listConnections } from '~/payments/connections/connections';
import { requestFollowUp } from './follow-up-requests';

const batch = 50;

const isExpiredHold = `capture_before <= now() and status in ('AUTHORIZED', 'PARTIAL_CAPTURED') and hold_reserved = 0
    and amount_authorized > amount_captured + amount_voided + amount_expired`;

/** Expired holds with a remaining amount and no pending operation. A refused release is retried hourly. */
const findExpiredHolds = defineStatement<
  { connections: string[]; limit: number; transactionId: string | null },
  { id: string }
>(
  'find-expired-holds',
  `select id from transactions
  where ${isExpiredHold} and connection_id = any(:connections::text[]) and (:transactionId::text is null or id = :transactionId)
    and not exists (
      select from operations o where o.transaction_id = transactions.id and o.type = 'expire' and o.status = 'FAILED'
        and o.completed_at > now() - interval '1 hour')
  order by capture_before limit :limit::int`,
);

/**
 * The reserve phase of an expired hold, and of a canceled one: reserves the remaining amount. No row: the condition
 * doesn't apply, or no longer applies.
 */
export const defineReleaseReservation = (name: string, type: 'expire' | 'void', condition: string) =>
  defineStatement<
    Omit<ReservationInput, 'accountId' | 'environment'> & { transactionId: string },
    Reservation
  >(
    name,
    `with target as (
    select id, amount_authorized - amount_captured - amount_voided - amount_expired as amount
    from transactions where id = :transactionId and ${condition} for update
  ), trx as (
    update transactions t set hold_reserved = target.amount, last_operation_id = :operationId, updated_at = now(), version = version + 1
    from target where t.id = target.id
    returning t.*
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, operator, inquire_at)
    select :operationId, trx.id, '${type}', target.amount, order_currency, :operator, ${leaseEnd} from trx, target
    returning id, type, amount, inquiries
  )
  select ${reservationColumns} from trx, op`,
  );

const reserveExpiry = defineReleaseReservation('reserve-expiry', 'expire', isExpiredHold);

/**
 * Hold expiry (authorization expiration): releases the remaining amounts of expired holds, or of one (spec 2.2,
 * expire; decisions: Lifecycle). The acquirer may hold the amount for longer, so it gets a void: reserve, request,
 * record (docs/decisions/0005). The status is EXPIRED once the acquirer has released the amount. hold-duration.ts sets
 * when a hold expires.
 * @returns the number of releases requested from the acquirer
 */
export async function expireHolds({
  transactionId = null,
  stopping,
}: { transactionId?: string | null; stopping?: AbortSignal } = {}): Promise<number> {
  const connections = (await listConnections()).map(({ id }) => id);
  let requested = 0;
  for (let found = batch; found === batch && !stopping?.aborted;) {
    const due = await findExpiredHolds({ connections, limit: batch, transactionId });
    const released = await Promise.all(due.map(({ id }) => releaseHold(id)));
    const count = released.filter(Boolean).length;
    requested += count;
    found = count && due.length;
  }
  return requested;
}

/**
 * One that fails doesn't block the others. An unknown outcome is resolved by the timer of unknown-outcomes.ts,
 * which sends the void again until it is answered.
 */
async function releaseHold(transactionId: string): Promise<boolean> {
  try {
    const [reservation] = await reserveExpiry({
      transactionId,
      operationId: createId('op'),
      operator: 'system:expire-holds',
      leaseMs,
    });
    if (!reservation) return false;
    await requestAndRecord(reservation, (signal) => requestFollowUp(reservation, signal));
    return true;
  } catch (error) {
    log.error('expiring a hold', error, { transactionId });
    return false;
  }
}
