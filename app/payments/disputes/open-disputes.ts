import { Prisma } from '~/platform/prisma/client';

/**
 * For transactions aliased `t`: chargebacks that need a response and whose deadline hasn't passed. The
 * response is looked up for each row. With `not exists`, the planner would read all responses of all
 * merchants for one page.
 */
export const openDispute = Prisma.sql`(t.type = 'CHARGEBACK' and t.status = 'CAPTURED' and t.dispute_stage = 'needs_response' and coalesce(t.dispute_due_by, 'infinity') > now()
  and (select said.state from disputes said where said.transaction_id = t.id) is null)`;
