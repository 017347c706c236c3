import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { Prisma } from '~/platform/prisma/client';
import { openDispute } from './open-disputes';

type Merchant = { accountId: string; environment: Environment };

/** `paymentReference`: what the payment's row in the transaction list names it by. */
export type ChargebackSummary = {
  id: string;
  amount: number;
  currency: string;
  stage: string;
  reason: string | null;
  dueBy: Date | null;
  parentId: string | null;
  paymentReference: string | null;
  createdAt: Date;
};

/** The end of a page of open chargebacks: the last one's response deadline, if it has one, and ID. */
type OpenChargebackCursor = { dueBy: Date | null; id: string };

const pageSize = 25;

// After its deadline without a response, a chargeback waits for the bank, not for the merchant.
const columns = Prisma.sql`id, order_amount as amount, order_currency as currency, case when dispute_stage = 'needs_response' and not ${openDispute} then 'unanswered' else dispute_stage end as stage,
  dispute_reason as reason, dispute_due_by as "dueBy", parent_id as "parentId", (select coalesce(p.order_id, p.external_id) from transactions p where p.id = t.parent_id) as "paymentReference", created_at as "createdAt"`;

/** Chargebacks that need a response, earliest deadline first, those without one last. `after` of the next page is null at the end. */
export async function listOpenChargebacks({
  accountId,
  environment,
  after,
}: Merchant & { after?: OpenChargebackCursor }) {
  const found = await queryRows<ChargebackSummary>(Prisma.sql`
    select ${columns} from transactions t where account_id = ${accountId} and environment = ${environment} and ${openDispute} ${after ? isAfter(after) : Prisma.empty}
    order by dispute_due_by, id limit ${pageSize + 1}`);
  const chargebacks = found.slice(0, pageSize);
  const last = chargebacks.at(-1);
  return {
    chargebacks,
    after: found.length > pageSize && last ? { dueBy: last.dueBy, id: last.id } : null,
  };
}

const isAfter = ({ dueBy, id }: OpenChargebackCursor) =>
  dueBy
    ? Prisma.sql`and ((dispute_due_by, id) > (${dueBy}::timestamptz, ${id}) or dispute_due_by is null)`
    : Prisma.sql`and dispute_due_by is null and id > ${id}`;

// Each part uses its own index. Otherwise a page would read past all open chargebacks.
const closed = [
  // Responded to, accepted, or decided.
  Prisma.sql`(t.status <> 'CAPTURED' or t.dispute_stage <> 'needs_response')`,
  // Without a response.
  Prisma.sql`t.status = 'CAPTURED' and t.dispute_stage = 'needs_response' and t.dispute_due_by <= now()`,
  // Responded to, but the acquirer rejected the response.
  Prisma.sql`t.status = 'CAPTURED' and t.dispute_stage = 'needs_response' and coalesce(t.dispute_due_by, 'infinity') > now()
    and t.id in (select said.transaction_id from disputes said where said.account_id = t.account_id and said.environment = t.environment and said.state = 'refused')`,
];

/**
 * Chargebacks that were responded to, accepted, decided, or left without a response past their deadline,
 * newest first. `before` of the next page is null at the end.
 */
export async function listClosedChargebacks({
  accountId,
  environment,
  before,
}: Merchant & { before?: string }) {
  const within = Prisma.sql`t.account_id = ${accountId} and t.environment = ${environment} and t.type = 'CHARGEBACK' ${before === undefined ? Prisma.empty : Prisma.sql`and t.id < ${before}`}`;
  const parts = closed.map(
    (kind) =>
      Prisma.sql`(select t.id from transactions t where ${within} and ${kind} order by t.id desc limit ${pageSize + 1}::int)`,
  );
  const newest = Prisma.sql`select id from (${Prisma.join(parts, ' union all ')}) c order by id desc limit ${pageSize + 1}::int`;
  const found = await queryRows<ChargebackSummary>(
    Prisma.sql`select ${columns} from transactions t where t.id = any(array(${newest})) order by t.id desc`,
  );
  const chargebacks = found.slice(0, pageSize);
  return { chargebacks, before: found.length > pageSize ? chargebacks.at(-1)!.id : null };
}
