import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';

type Payout = { accountId: string; environment: Environment; id: string };

/** `amount` and `currency`: of the payment. `gross`, `fee`, and `net`: in the payout's currency. */
export type PayoutLine = {
  entryId: string;
  kind: string;
  amount: number | null;
  currency: string | null;
  exchangeRate: string | null;
  gross: number;
  fee: number;
  net: number;
  description: string | null;
  occurredAt: Date;
  transactionId: string | null;
  transactionType: string | null;
  externalId: string | null;
  orderId: string | null;
  /** The order of a payment, and of its refunds and chargebacks. */
  reference: string | null;
  /** The external_id of a capture after the authorization. */
  captureId: string | null;
};

const lines = `
  select e.acquirer_id as "entryId", e.kind, e.amount, e.currency, trim_scale(e.exchange_rate)::text as "exchangeRate",
    e.net + e.fee as gross, e.fee, e.net, e.description, e.occurred_at as "occurredAt",
    t.id as "transactionId", t.type as "transactionType", t.external_id as "externalId", t.order_id as "orderId",
    coalesce(t.order_id, (select paid.external_id from transactions paid where paid.id = t.parent_id), t.external_id) as reference,
    case when e.kind = 'capture' and o.type <> 'authcap' then o.external_id end as "captureId"
  from payout_entries e left join transactions t on t.id = e.transaction_id left join operations o on o.id = e.operation_id
  where e.payout_id = $1 and e.account_id = $2 and e.environment = $3 and (e.occurred_at, e.acquirer_id) < ($4::timestamptz, $5)
  order by e.occurred_at desc, e.acquirer_id desc limit $6::int`;

const linePageSize = 50;

/** The end of a page of entries: the time and the ID of the last one. */
export type PayoutLineCursor = { occurredAt: Date; entryId: string };

const newestCursor: PayoutLineCursor = { occurredAt: new Date('9999-12-31'), entryId: '' };

/** The entries of a payout that belong to a merchant, newest first. `before` of the next page is null at the end. */
export async function listPayoutLines({
  id,
  accountId,
  environment,
  before = newestCursor,
  limit = linePageSize,
}: Payout & { before?: PayoutLineCursor; limit?: number }): Promise<{
  lines: PayoutLine[];
  before: PayoutLineCursor | null;
}> {
  const found = await queryRows<PayoutLine>({
    text: lines,
    values: [id, accountId, environment, before.occurredAt, before.entryId, limit + 1],
  });
  const page = found.slice(0, limit);
  return { lines: page, before: found.length > limit ? page.at(-1)! : null };
}

/** What a payout's net amount consists of, and the times of its first and last entry. Amounts that reduce it are negative. */
export type PayoutBreakdown = {
  isSimulated: boolean;
  firstAt: Date;
  lastAt: Date;
  sales: number;
  refunds: number;
  chargebacks: number;
  adjustments: number;
  cardFees: number;
  chargebackFees: number;
  otherFees: number;
};

const kinds = {
  payments: `('capture', 'refund', 'refund_failed')`,
  chargebacks: `('chargeback', 'chargeback_reversed')`,
};
const sum = (amount: string, condition: string) =>
  `coalesce(sum(${amount}) filter (where e.kind ${condition}), 0)::bigint`;

const breakdown = `
  select c.acquirer = 'simulator' as "isSimulated", min(e.occurred_at) as "firstAt", max(e.occurred_at) as "lastAt",
    ${sum('e.net + e.fee', `= 'capture'`)} as sales,
    ${sum('e.net + e.fee', `in ('refund', 'refund_failed')`)} as refunds,
    ${sum('e.net + e.fee', `in ${kinds.chargebacks}`)} as chargebacks,
    ${sum('e.net + e.fee', `not in ${kinds.payments} and e.kind not in ${kinds.chargebacks}`)} as adjustments,
    ${sum('-e.fee', `in ${kinds.payments}`)} as "cardFees",
    ${sum('-e.fee', `in ${kinds.chargebacks}`)} as "chargebackFees",
    ${sum('-e.fee', `not in ${kinds.payments} and e.kind not in ${kinds.chargebacks}`)} as "otherFees"
  from payouts p join acquirer_connections c on c.id = p.connection_id
    join payout_entries e on e.payout_id = p.id and e.account_id = $2 and e.environment = $3
  where p.id = $1 and p.entries_read_at is not null
  group by c.acquirer`;

/** Null while the acquirer hasn't listed what the payout contains. */
export async function findPayoutBreakdown({
  id,
  accountId,
  environment,
}: Payout): Promise<PayoutBreakdown | null> {
  const [found] = await queryRows<PayoutBreakdown>({
    text: breakdown,
    values: [id, accountId, environment],
  });
  return found ?? null;
}
