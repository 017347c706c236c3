import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { leaseMs, recordOutcome } from '~/payments/transactions/outcome-recording';
import { defineReleaseReservation } from './hold-expiry';

/** The operator that records a void that the acquirer has made. */
export const canceledHoldOperator = 'system:cancel-unreported';

const reserveCancel = defineReleaseReservation(
  'reserve-cancel',
  'void',
  `status = 'AUTHORIZED' and hold_reserved = 0`,
);

/**
 * Records a void that the acquirer has already made: it canceled an authorization that it hadn't reported in time, and we
 * received the approval before the cancel's confirmation. Recording it again changes nothing.
 * @returns `pending`: the acquirer reports another operation of the hold first. `contradiction`: the payment is captured
 */
export async function recordCanceledHold(
  transactionId: string,
  acquirerReference: string,
): Promise<'recorded' | 'pending' | 'contradiction'> {
  const [reservation] = await reserveCancel({
    ...{ transactionId, operationId: createId('op'), leaseMs },
    operator: canceledHoldOperator,
  });
  if (reservation) {
    await recordOutcome(reservation, { kind: 'approved', acquirerReference }, reservation.database_now);
    return 'recorded';
  }
  const { status } = await prisma.transaction.findUniqueOrThrow({ where: { id: transactionId } });
  if (status === 'VOIDED' || status === 'EXPIRED') return 'recorded';
  return status === 'AUTHORIZED' ? 'pending' : 'contradiction';
}
