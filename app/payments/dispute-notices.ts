import { notifyMembers } from '~/merchants/notifications/notifications';
import { prisma, type Database } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { formatAmount } from '~/platform/money';

type About = { id: string; accountId: string; environment: Environment; amount: number; currency: string };
type Told = About & { dueBy: Date | null };

/** Tells whoever may answer that a chargeback is open, in the transaction that opens it. */
export async function tellOpened(db: Database, told: Told): Promise<void> {
  await notifyMembers(
    db,
    told.accountId,
    'disputes',
    'chargeback-opened',
    news(told),
    `/transactions/${told.id}`,
  );
}

/** Tells them how it ended, in the transaction that ends it. `accepted`: somebody of the merchant gave it up. */
export async function tellDecided(
  db: Database,
  { outcome, ...told }: About & { outcome: 'won' | 'lost' | 'accepted' },
): Promise<void> {
  await notifyMembers(
    db,
    told.accountId,
    'disputes',
    'chargeback-decided',
    { ...about(told), outcome },
    `/transactions/${told.id}`,
  );
}

/** Tells once more, two days before the time to answer is over, about what opened earlier than that. Called by a timer. */
export async function remindDisputes(): Promise<void> {
  for (let found = 1; found;)
    found = await prisma.$transaction(async (db) => {
      const due = await db.$queryRaw<Told[]>`
        update disputes d set reminded_at = now() from transactions t
        where t.id = d.transaction_id and d.transaction_id in (
          select w.transaction_id from disputes w join transactions o on o.id = w.transaction_id
          where o.dispute_stage = 'needs_response' and o.status = 'CAPTURED' and w.reminded_at is null and w.state is null
            and o.dispute_due_by between now() and now() + interval '2 days' and o.created_at < o.dispute_due_by - interval '2 days'
          order by w.transaction_id limit 20 for update of w skip locked)
        returning t.id, t.account_id as "accountId", t.environment, t.order_amount as amount, t.order_currency as currency, t.dispute_due_by as "dueBy"`;
      for (const told of due)
        await notifyMembers(
          db,
          told.accountId,
          'disputes',
          'chargeback-reminder',
          news(told),
          `/transactions/${told.id}`,
        );
      return due.length;
    });
}

function news({ dueBy, ...told }: Told) {
  return { ...about(told), dueBy: dueBy?.toISOString() ?? null };
}

function about({ environment, amount, currency }: About) {
  return { amount: `${formatAmount(amount, currency)} (${currency})`, isTest: environment === 'test' };
}
