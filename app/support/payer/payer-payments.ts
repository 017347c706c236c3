import { prisma } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { getIdLowerBound } from '~/platform/ids';
import { takeCompletePage } from '~/platform/lists/complete-page';
import { Prisma } from '~/platform/prisma/client';
import { readCardHolder } from '~/payments/transactions/card-holder';
import { findTransactionOwner, type RecordOwner } from '~/support/record-owners';
import { summarizePayments, type PaymentResult } from '~/support/search/payment-search';

// Finds a payer's other payments at the same merchant. Each source is one condition that an index of the merchant's lists
// serves, in the order of IDs (docs/decisions/0026).

const { sql, join } = Prisma;
type Sql = Prisma.Sql;

/** What a payment says about its payer. */
export type PayerPayment = {
  id: string;
  accountId: string;
  environment: Environment;
  cardBrand: string | null;
  cardBin: string | null;
  cardLastFour: string | null;
  cardExpiry: string | null;
  orderId: string | null;
  order: unknown;
  createdAt: Date;
};

/** Why two payments may be of the same payer. */
export type PayerMatch = 'card' | 'email' | 'order';

/** Another payment with the same card, email, or order, created within 24 hours before or after it. */
export type TwinPayment = PaymentResult & { matches: PayerMatch[] };

const twinHours = 24;
const maximumTwins = 25;
/** IDs contain the process's time, and rows the database's. They differ by at most this. */
const maximumClockSkewMs = 3_600_000;

/** A payment with its merchant, for staff who only know its ID. Null for an unknown ID, a refund, or a chargeback. */
export async function findPayerPayment(
  id: string,
): Promise<{ owner: RecordOwner; payment: PayerPayment } | null> {
  const owner = await findTransactionOwner(id);
  if (!owner) return null;
  const { accountId, environment } = owner;
  const payment = await prisma.transaction.findUnique({
    where: { id, accountId, environment, type: 'PAYMENT' },
    select: {
      ...{ id: true, cardBrand: true, cardBin: true, cardLastFour: true, cardExpiry: true },
      ...{ orderId: true, order: true, createdAt: true },
    },
  });
  return payment && { owner, payment: { ...payment, accountId, environment } };
}

/** @returns the twins that are closest in time, oldest first. `isMore`: there are others. */
export async function findTwins(
  payment: PayerPayment,
  limit = maximumTwins,
): Promise<{ twins: TwinPayment[]; isMore: boolean }> {
  const conditions = matchConditions(payment);
  if (!conditions.length) return { twins: [], isMore: false };
  const at = payment.createdAt.getTime();
  const [from, to] = [new Date(at - twinHours * 3_600_000), new Date(at + twinHours * 3_600_000)];
  const idAt = (time: number) => getIdLowerBound('trx', new Date(time));
  const within = sql`t.created_at between ${from.toISOString()}::timestamptz and ${to.toISOString()}::timestamptz`;
  const directions = [
    sql`t.id < ${payment.id} and t.id >= ${idAt(from.getTime() - maximumClockSkewMs)} and ${within} order by t.id desc`,
    sql`t.id > ${payment.id} and t.id < ${idAt(to.getTime() + maximumClockSkewMs)} and ${within} order by t.id`,
  ];
  const sources = conditions.flatMap(({ isIndexed, isMatch }) =>
    directions.map(
      (direction) =>
        sql`(select t.id from transactions t where ${ofMerchant(payment)} and ${isIndexed} and ${isMatch} and t.type = 'PAYMENT' and ${direction} limit ${limit + 1})`,
    ),
  );
  const found = await queryRows<{ id: string } & Record<PayerMatch, boolean>>(sql`
    select t.id, ${join(
      conditions.map(
        ({ match, isIndexed, isMatch }) =>
          sql`(${isIndexed} and ${isMatch}) is true as ${Prisma.raw(`"${match}"`)}`,
      ),
      ', ',
    )}
    from (${join(sources, ' union ')}) s join transactions t on t.id = s.id
    order by abs(extract(epoch from t.created_at - ${payment.createdAt.toISOString()}::timestamptz)), t.id limit ${limit + 1}`);
  const closest = found.slice(0, limit);
  const summaries = await summarizePayments(closest.map(({ id }) => id));
  const twins = summaries.map((summary) => {
    const row = closest.find(({ id }) => id === summary.id)!;
    return { ...summary, matches: (['card', 'email', 'order'] as const).filter((match) => row[match]) };
  });
  return { twins: twins.reverse(), isMore: found.length > limit };
}

/**
 * The payments with the same card or email at the same merchant, newest first, including this one. `older`: the ID where the
 * next page continues, null at the end. A page can be short and still have a next one, when it reached the maximum number of
 * rows to read.
 */
export async function listPayerPayments({
  payment,
  before,
  limit = 25,
  maximumRowsRead = 5_000,
}: {
  payment: PayerPayment;
  before?: string;
  limit?: number;
  maximumRowsRead?: number;
}): Promise<{ payments: PaymentResult[]; older: string | null }> {
  const conditions = matchConditions(payment).filter(({ match }) => match !== 'order');
  if (!conditions.length) return { payments: [], older: null };
  const newest = (isIndexed: Sql, columns: Sql, some: Sql) =>
    sql`select ${columns} from transactions t where ${ofMerchant(payment)} and ${isIndexed} ${before ? sql`and t.id < ${before}` : Prisma.empty} order by t.id desc ${some}`;
  const found = conditions.map(
    ({ isIndexed, isMatch }) =>
      sql`(select id from (${newest(isIndexed, sql`t.id, t.type = 'PAYMENT' and ${isMatch} as is_match`, sql`limit ${maximumRowsRead}`)}) r where is_match order by id desc limit ${limit + 1})`,
  );
  const ends = conditions.map(
    ({ isIndexed }) => sql`(${newest(isIndexed, sql`t.id`, sql`offset ${maximumRowsRead - 1} limit 1`)})`,
  );
  const ids = (
    await queryRows<{ id: string }>(
      sql`select id from (${join(found, ' union ')}) f order by id desc limit ${limit + 1}`,
    )
  ).map(({ id }) => id);
  const [stopped] = await queryRows<{ id: string | null }>(
    sql`select max(id) as id from (${join(ends, ' union all ')}) e`,
  );
  const page = takeCompletePage(ids, { limit, stop: stopped?.id ?? null });
  return { payments: await summarizePayments(page.ids), older: page.end };
}

/** Whether the payment says anything that other payments of its payer have, too. */
export const isPayerKnown = (payment: PayerPayment): boolean =>
  matchConditions(payment).some(({ match }) => match !== 'order');

/**
 * `isIndexed`: the condition that an index serves, and `isMatch` the rest. A card is recognized by everything that we keep
 * of its number, which another card has in less than one of a million cases, and by its expiration date.
 */
function matchConditions(payment: PayerPayment): { match: PayerMatch; isIndexed: Sql; isMatch: Sql }[] {
  const { cardBrand, cardBin, cardLastFour, cardExpiry, orderId, order } = payment;
  const { email } = readCardHolder(order);
  const holderEmail = sql`t."order" #>> '{card_holder,email}'`;
  return [
    ...(cardLastFour
      ? [
          {
            match: 'card' as const,
            isIndexed: sql`t.card_last_four = ${cardLastFour}`,
            isMatch: sql`t.card_brand is not distinct from ${cardBrand}::text and t.card_bin is not distinct from ${cardBin}::text and t.card_expiry is not distinct from ${cardExpiry}::text`,
          },
        ]
      : []),
    ...(email
      ? [
          {
            match: 'email' as const,
            isIndexed: sql`${holderEmail} is not null and lower(${holderEmail}) = lower(${email})`,
            isMatch: sql`true`,
          },
        ]
      : []),
    ...(orderId
      ? [{ match: 'order' as const, isIndexed: sql`t.order_id = ${orderId}`, isMatch: sql`true` }]
      : []),
  ];
}

const ofMerchant = ({ accountId, environment }: PayerPayment): Sql =>
  sql`t.account_id = ${accountId} and t.environment = ${environment}`;
