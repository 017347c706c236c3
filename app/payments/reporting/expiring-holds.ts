import { Prisma } from '~/platform/prisma/client';

/**
 * Of transactions called `t`: holds that end within two days and of which something can still be captured. The index transactions_holds
 * has one merchant's holds by the time they end.
 */
export const expiresSoonCondition = Prisma.sql`(t.status in ('AUTHORIZED', 'PARTIAL_CAPTURED') and t.capture_before between now() and now() + interval '48 hours'
  and t.amount_authorized > t.amount_captured + t.amount_voided + t.amount_expired + t.hold_reserved)`;
