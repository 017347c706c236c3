import { Prisma } from '~/platform/prisma/client';

/**
 * Of transactions called `t`: chargebacks that wait for the merchant's word, and whose time for it is not over. What they said is looked
 * up for each: as `not exists` all that all merchants ever said would be read for a page.
 */
export const openDispute = Prisma.sql`(t.type = 'CHARGEBACK' and t.status = 'CAPTURED' and t.dispute_stage = 'needs_response' and coalesce(t.dispute_due_by, 'infinity') > now()
  and (select said.state from disputes said where said.transaction_id = t.id) is null)`;
