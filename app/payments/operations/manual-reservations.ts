import { recordAudit, type AuditActor } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Reservation } from '~/payments/idempotency/reservations';

/** Somebody asks for an operation on a page. `seenVersion`: the payment's, as it stood there; it must still be that one. */
export type ManualRequest = { seenVersion: number; actor: AuditActor; reason?: string; address?: string };

/**
 * The reserve phase of what a person asks for: the claim, and in the same database transaction who asked for it, so that this is on
 * record before the acquirer hears of it, and once.
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
