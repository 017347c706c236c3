import { Prisma } from '~/platform/prisma/client';

/**
 * For transactions aliased `t`: holds that expire within two days and can still be captured. The index
 * transactions_holds orders one merchant's holds by expiration.
 */
export const expiresSoonCondition = Prisma.sql`(t.status in ('AUTHORIZED', 'PARTIAL_CAPTURED') and t.capture_before between now() and now() + interval '48 hours'
  and t.amount_authorized > t.amount_captured + t.amount_voided + t.amount_expired + t.hold_reserved)`;
