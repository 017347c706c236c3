import { recordAudit, type AuditActor } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Reservation } from '~/payments/idempotency/reservations';
import { enforceRefundLimits } from './manual-refund-limits';

/**
 * A person's request for an operation. `seenVersion`: the payment must still have this version. `confirmed`:
 * with a second factor in the last 10 minutes.
 */
export type ManualRequest = {
  seenVersion: number;
  actor: AuditActor;
  confirmed?: boolean;
  reason?: string;
  address?: string;
};

/**
 * The reserve phase of a manual operation: the reservation and its audit entry in one database transaction,
 * so that the entry exists, once, before the acquirer is asked.
 * @throws RefundLimitError for a live refund above the account's limits, without effect
 */
export function reserveManually(
  { actor, confirmed = false, reason, address }: ManualRequest,
  reserve: (db: Database) => Promise<Reservation | undefined>,
): Promise<Reservation | undefined> {
  return prisma.$transaction(async (db) => {
    const reservation = await reserve(db);
    if (!reservation) return undefined;
    const {
      account_id: accountId,
      environment,
      id,
      parent_id,
      operation_id,
      operation_type,
      operation_amount,
      order_currency,
    } = reservation;
    if (environment === 'live' && operation_type === 'refund')
      await enforceRefundLimits(db, reservation, { operator: actor, confirmed });
    const action =
      operation_type === 'refund'
        ? 'refund_requested'
        : operation_type === 'void'
          ? 'void_requested'
          : 'capture_requested';
    const details = {
      environment,
      amount: operation_amount,
      currency: order_currency,
      reason: reason ?? null,
      operation: operation_id,
    };
    await recordAudit(db, { actor, action, accountId, subject: parent_id ?? id, details, address });
    return reservation;
  });
}
