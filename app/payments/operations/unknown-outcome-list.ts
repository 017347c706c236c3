import { prisma } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { Prisma } from '~/platform/prisma/client';

/** An operation with an unknown outcome. `nextInquiryAt`: null when only a person inquires again. */
export type UnknownOutcome = {
  operationId: string;
  operation: string;
  transactionId: string;
  accountId: string;
  merchant: string;
  timeZone: string;
  environment: Environment;
  type: string;
  amount: number;
  currency: string;
  cardBrand: string | null;
  cardLastFour: string | null;
  inquiryCount: number;
  since: Date;
  nextInquiryAt: Date | null;
};

/** An outage can leave very many: a page is taken from the oldest of this many. */
const maximumRows = 20_000;

/**
 * Operations that the acquirer hasn't answered, oldest first, without those in flight and those whose result the acquirer
 * still has to report. `after` of the next
 * page is null at the end.
 */
export async function listUnknownOutcomes({
  accountId,
  after,
  limit = 50,
}: { accountId?: string; after?: string; limit?: number } = {}): Promise<{
  outcomes: UnknownOutcome[];
  after: string | null;
}> {
  // Reads the index of pending operations only. Without the fence, the planner would search all operations
  // for the oldest IDs.
  const found = await queryRows<UnknownOutcome>(Prisma.sql`
    select o.id as "operationId", o.type as operation, o.transaction_id as "transactionId", t.account_id as "accountId", a.name as merchant, a.time_zone as "timeZone", t.environment, t.type, o.amount, o.currency,
      t.card_brand as "cardBrand", t.card_last_four as "cardLastFour", o.inquiries as "inquiryCount", o.created_at as since, o.inquire_at as "nextInquiryAt"
    from (select * from operations where status = 'PENDING' order by inquire_at limit ${maximumRows}) o
    join transactions t on t.id = o.transaction_id join accounts a on a.id = t.account_id
    where (o.inquiries > 0 or o.inquire_at <= now()) and (o.accepted_at is null or o.inquire_at is null) ${after ? Prisma.sql`and o.id > ${after}` : Prisma.empty} ${accountId ? Prisma.sql`and t.account_id = ${accountId}` : Prisma.empty}
    order by o.id limit ${limit + 1}`);
  const outcomes = found.slice(0, limit);
  return { outcomes, after: found.length > limit ? outcomes.at(-1)!.operationId : null };
}

/** The current result of an operation after an inquiry. */
export function findOperationOutcome(operationId: string) {
  return prisma.operation.findUnique({
    where: { id: operationId },
    select: {
      id: true,
      type: true,
      status: true,
      amount: true,
      currency: true,
      declineCode: true,
      inquiries: true,
      inquireAt: true,
      transactionId: true,
    },
  });
}
