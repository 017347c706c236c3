import { Prisma } from '~/platform/prisma/client';

/** Of transactions called `t`: chargebacks that wait for the merchant's word, and whose time for it is not over. */
export const openDispute = Prisma.sql`(t.type = 'CHARGEBACK' and t.status = 'CAPTURED' and t.dispute_stage = 'needs_response' and coalesce(t.dispute_due_by, 'infinity') > now()
  and not exists (select from disputes said where said.transaction_id = t.id and said.state is not null))`;
