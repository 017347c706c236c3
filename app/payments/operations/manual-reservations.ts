import { recordAudit, type AuditActor } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Reservation } from '~/payments/idempotency/reservations';

/** A person's request for an operation. `seenVersion`: the payment must still have this version. */
export type ManualRequest = { seenVersion: number; actor: AuditActor; reason?: string; address?: string };

/**
 * The reserve phase of a manual operation: the reservation and its audit entry in one database transaction,
 * so that the entry exists, once, before the acquirer is asked.
 */
export function reserveManually(
  { actor, reason, address }: ManualRequest,
  reserve: (db: Database) => Promise<Reservation[]>,
): Promise<Reservation[]> {
  return prisma.$transaction(async (db) => {
    const reservations = await reserve(db);
    for (const {
      account_id: accountId,
      id,
      parent_id,
      operation_id,
      operation_type,
      operation_amount,
      order_currency,
    } of reservations) {
      const action =
        operation_type === 'refund'
          ? 'refund_requested'
          : operation_type === 'void'
            ? 'void_requested'
            : 'capture_requested';
      const details = {
        amount: operation_amount,
        currency: order_currency,
        reason: reason ?? null,
        operation: operation_id,
      };
      await recordAudit(db, { actor, action, accountId, subject: parent_id ?? id, details, address });
    }
    return reservations;
  });
}
