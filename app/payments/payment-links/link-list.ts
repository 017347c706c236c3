import { summarizeTransactions } from '~/payments/reporting/transaction-list';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { describeLink } from './payment-links';

const pageLength = 25;
const latestPayments = 10;

type Merchant = { accountId: string; environment: Environment };

/**
 * `count`: payments that were made with the link. `total`: what payers paid, without what was voided or expired.
 * `refunded` and `chargedBack`: what they got back of it. In minor units of the link's currency.
 */
export type LinkFigures = { count: number; total: number; refunded: number; chargedBack: number };

/**
 * A page of a merchant's payment links, newest first.
 * @param before the last ID of the page before
 */
export async function listPaymentLinks({ accountId, environment, before }: Merchant & { before?: string }) {
  const rows = await prisma.paymentLink.findMany({
    where: { accountId, environment, ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: pageLength + 1,
  });
  const current = rows.slice(0, pageLength);
  const figures = await readFigures(current.map(({ id }) => id));
  const links = [];
  for (const row of current) links.push({ ...(await describeLink(row)), ...figures(row.id) });
  return { links, before: rows.length > pageLength ? links.at(-1)!.id : null };
}

/** The payments that were made with a link, the newest ones, and their number and sum. */
export async function readLinkPayments(linkId: string) {
  const intents = await prisma.paymentIntent.findMany({
    where: { paymentLinkId: linkId, state: 'PAID' },
    orderBy: { id: 'desc' },
    take: latestPayments,
    select: { transactionId: true },
  });
  const ids = intents.flatMap(({ transactionId }) => transactionId ?? []);
  return { ...(await readFigures([linkId]))(linkId), transactions: await summarizeTransactions({ ids }) };
}

async function readFigures(linkIds: string[]): Promise<(linkId: string) => LinkFigures> {
  const rows = await prisma.$queryRaw<({ link: string } & Record<keyof LinkFigures, bigint>)[]>`
    select i.payment_link_id as link, count(*) as count,
      coalesce(sum(t.amount_authorized - t.amount_voided - t.amount_expired), 0)::bigint as total,
      coalesce(sum(t.amount_refunded), 0)::bigint as refunded,
      coalesce(sum(t.amount_charged_back), 0)::bigint as "chargedBack"
    from payment_intents i left join transactions t on t.id = i.transaction_id
    where i.payment_link_id = any(${linkIds}) and i.state = 'PAID'
    group by i.payment_link_id`;
  const byLink = new Map(rows.map((row) => [row.link, row]));
  return (linkId) => {
    const { count = 0, total = 0, refunded = 0, chargedBack = 0 } = byLink.get(linkId) ?? {};
    return {
      count: Number(count),
      total: Number(total),
      refunded: Number(refunded),
      chargedBack: Number(chargedBack),
    };
  };
}
