import { prisma, type Database } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { Prisma } from '~/platform/prisma/client';
import { isLinkUsedUp } from '~/payments/payment-links/link-places';
import { publishEvents } from '~/webhooks/events/events';

const batch = 200;

const { sql } = Prisma;

type ExpiredIntent = {
  intent_id: string;
  reference_id: string;
  expires_at: Date;
  accountId: string;
  environment: Environment;
};

/**
 * Expires intents and publishes one event for each (decisions: Webhooks). An attempt in progress may finish.
 * Called by a timer.
 */
export async function expireIntents(stopping?: AbortSignal): Promise<void> {
  for (const end of [expirePaymentIntents, expireIntentsOfUsedLinks, expireCardIntents])
    while (!stopping?.aborted && (await prisma.$transaction(end)) === batch);
}

const expirePaymentIntents = (db: Database) =>
  expirePayments(
    db,
    sql`select id from payment_intents where state = 'OPEN' and expires_at <= now() order by expires_at limit ${batch} for update skip locked`,
  );

/** Nobody can pay with them anymore: others have made all payments that the payment link accepts. */
const expireIntentsOfUsedLinks = (db: Database) =>
  expirePayments(
    db,
    sql`select i.id from payment_intents i join payment_links l on l.id = i.payment_link_id
      where i.state = 'OPEN' and ${Prisma.raw(isLinkUsedUp)} limit ${batch} for update of i skip locked`,
  );

async function expirePayments(db: Database, ids: Prisma.Sql): Promise<number> {
  const ended = await queryRows<
    ExpiredIntent & { order_id: string | null; order_amount: number; order_currency: string }
  >(
    sql`
    update payment_intents set state = 'EXPIRED', expires_at = least(expires_at, now()) where id in (${ids})
    returning id as intent_id, external_id as reference_id, expires_at, account_id as "accountId", environment, "order" ->> 'order_id' as order_id, amount as order_amount, currency as order_currency`,
    db,
  );
  return publishExpiryEvents(db, 'payment', ended);
}

async function expireCardIntents(db: Database): Promise<number> {
  const ended = await db.$queryRaw<ExpiredIntent[]>`
    update card_intents set state = 'EXPIRED'
    where id in (
      select id from card_intents where state = 'OPEN' and expires_at <= now() and (leased_until is null or leased_until <= now())
        and not exists (select from card_verifications where intent_id = card_intents.id)
      order by expires_at limit ${batch} for update skip locked)
    returning id as intent_id, external_id as reference_id, expires_at, account_id as "accountId", environment`;
  return publishExpiryEvents(db, 'card', ended);
}

async function publishExpiryEvents(
  db: Database,
  kind: 'payment' | 'card',
  ended: readonly ExpiredIntent[],
): Promise<number> {
  const events = ended.map(({ accountId, environment, intent_id, reference_id, expires_at, ...order }) => ({
    accountId,
    environment,
    type: 'intent.expired' as const,
    payload: {
      intent_id,
      reference_id,
      kind,
      status: 'expired',
      expires_at: expires_at.toISOString(),
      ...order,
    },
  }));
  await publishEvents(db, events);
  return ended.length;
}
