import { prisma, type Database } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { Prisma } from '~/platform/prisma/client';
import { log } from '~/platform/observability/log';
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
  for (const end of [expirePaymentIntents, expireUnpayableIntents, expireCardIntents])
    while (!stopping?.aborted && (await prisma.$transaction(end)) === batch);
}

const expirePaymentIntents = (db: Database) =>
  expirePayments(
    db,
    sql`select id from payment_intents where state = 'OPEN' and expires_at <= now() order by expires_at limit ${batch} for update skip locked`,
  );

/**
 * Expires the other open intents of a paid intent's link if it has all the payments it accepts, because they can't be paid. A
 * failure doesn't affect the payment, and the timer tries again.
 */
export async function expireOtherIntents(linkId: string, intentId: string): Promise<void> {
  try {
    await prisma.$transaction((db) => expirePayments(db, selectUnpayable(sql`payment_link_id = ${linkId}`)));
  } catch (error) {
    log.error('expiring the intents of a payment link', error, { intentId });
  }
}

/** Of all links, also those whose last payment had an unknown outcome at first. */
const expireUnpayableIntents = (db: Database) =>
  expirePayments(db, selectUnpayable(sql`payment_link_id is not null`));

/** Payments are counted once per link, however many of its intents are open. */
const selectUnpayable = (links: Prisma.Sql) => sql`
  with completed as materialized (
    select l.id from (select distinct payment_link_id as id from payment_intents where state = 'OPEN' and ${links}) open
    join payment_links l on l.id = open.id
    where l.maximum_payments is not null
      and l.maximum_payments <= (select count(*) from payment_intents where payment_link_id = l.id and state = 'PAID'))
  select id from payment_intents where state = 'OPEN' and payment_link_id in (select id from completed)
  limit ${batch} for update skip locked`;

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
