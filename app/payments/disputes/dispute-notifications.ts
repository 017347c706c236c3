import { notifyMembers } from '~/merchants/notifications/notifications';
import { prisma, type Database } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { formatAmount } from '~/platform/money/money';
import { Prisma } from '~/platform/prisma/client';

type DisputeSummary = {
  id: string;
  accountId: string;
  environment: Environment;
  amount: number;
  currency: string;
};
type OpenDispute = DisputeSummary & { dueBy: Date | null };

/** Notifies the people who can respond that a chargeback is open, in the transaction that opens it. */
export async function notifyChargebackOpened(db: Database, dispute: OpenDispute): Promise<void> {
  await notifyMembers(
    db,
    dispute.accountId,
    'disputes',
    'chargeback-opened',
    toOpenedContent(dispute),
    `/transactions/${dispute.id}`,
  );
}

/**
 * Notifies them of the outcome, in the transaction that closes it. `accepted`: the person with this ID accepted the
 * chargeback.
 */
export async function notifyDisputeDecided(
  db: Database,
  { outcome, userId, ...dispute }: DisputeSummary & { outcome: 'won' | 'lost' | 'accepted'; userId?: string },
): Promise<void> {
  await notifyMembers(
    db,
    dispute.accountId,
    'disputes',
    'chargeback-decided',
    { ...toEmailContent(dispute), outcome },
    `/transactions/${dispute.id}`,
    userId,
  );
}

/** Notifies them that a response is a draft again, because the acquirer doesn't take its files. */
export async function notifyResponseReturned(db: Database, id: string): Promise<void> {
  const chargeback = await db.transaction.findUniqueOrThrow({ where: { id } });
  const { accountId, environment, orderAmount: amount, orderCurrency: currency } = chargeback;
  const { disputeDueBy: dueBy } = chargeback;
  await notifyMembers(
    db,
    accountId,
    'disputes',
    'chargeback-response-returned',
    toOpenedContent({ id, accountId, environment: environment as Environment, amount, currency, dueBy }),
    `/transactions/${id}/dispute`,
  );
}

/** Reminds them two days before the deadline of chargebacks opened earlier than that. Called by a timer. */
export async function remindDisputes(): Promise<void> {
  for (let found = 1; found;)
    found = await prisma.$transaction(async (db) => {
      const due = await queryRows<OpenDispute>(
        Prisma.sql`
        update disputes d set reminded_at = now() from transactions t
        where t.id = d.transaction_id and d.transaction_id in (
          select w.transaction_id from disputes w join transactions o on o.id = w.transaction_id
          where o.dispute_stage = 'needs_response' and o.status = 'CAPTURED' and w.reminded_at is null and w.state is null
            and o.dispute_due_by between now() and now() + interval '2 days' and o.created_at < o.dispute_due_by - interval '2 days'
          order by w.transaction_id limit 20 for update of w skip locked)
        returning t.id, t.account_id as "accountId", t.environment, t.order_amount as amount, t.order_currency as currency, t.dispute_due_by as "dueBy"`,
        db,
      );
      for (const dispute of due)
        await notifyMembers(
          db,
          dispute.accountId,
          'disputes',
          'chargeback-reminder',
          toOpenedContent(dispute),
          `/transactions/${dispute.id}`,
        );
      return due.length;
    });
}

function toOpenedContent({ dueBy, ...dispute }: OpenDispute) {
  return { ...toEmailContent(dispute), dueBy: dueBy?.toISOString() ?? null };
}

function toEmailContent({ environment, amount, currency }: DisputeSummary) {
  return { amount: formatAmount(amount, currency), isTest: environment === 'test' };
}
