import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { hasOneMerchant } from '~/payments/connections/acquirer-accounts';

export type PayoutStatus = 'pending' | 'paid' | 'failed';

/**
 * A payout as one merchant sees it: only the merchant's own share. `gross`, `fees`, and `entries` are null while the
 * acquirer hasn't listed what it contains.
 */
export type PayoutSummary = {
  id: string;
  acquirerId: string;
  status: PayoutStatus;
  failureReason: string | null;
  currency: string;
  createdAt: Date;
  arrivesOn: Date;
  gross: number | null;
  fees: number | null;
  net: number;
  entries: number | null;
};

const summaries = `
  select p.id, p.acquirer_id as "acquirerId", p.status, p.failure_reason as "failureReason", p.currency, p.created_at as "createdAt",
    p.arrives_on::timestamp at time zone 'UTC' as "arrivesOn", share.gross, share.fees, coalesce(share.net, p.amount) as net, share.entries
  from payouts p join acquirer_connections c on c.id = p.connection_id, lateral (
    select sum(e.net + e.fee)::bigint as gross, sum(e.fee)::bigint as fees, sum(e.net)::bigint as net, nullif(count(*), 0)::int as entries
    from payout_entries e where e.payout_id = p.id and e.account_id = $1 and p.entries_read_at is not null
  ) share
  where p.environment = $2 and p.id = any($3) and (share.entries is not null or c.account_id = $1 and p.entries_read_at is null and ${hasOneMerchant('c')})
  order by p.id desc`;

type Merchant = { accountId: string; environment: Environment };

/** Those of the payouts that contain something of the merchant's, newest first. */
export const readMerchantPayouts = ({
  accountId,
  environment,
  ids,
}: Merchant & { ids: readonly string[] }): Promise<PayoutSummary[]> =>
  ids.length ? queryRows({ text: summaries, values: [accountId, environment, ids] }) : Promise.resolve([]);

/** Null when it contains nothing of the merchant's. */
export async function findMerchantPayout({
  id,
  ...merchant
}: Merchant & { id: string }): Promise<PayoutSummary | null> {
  const [payout] = await readMerchantPayouts({ ...merchant, ids: [id] });
  return payout ?? null;
}

/** `isComplete`: the contents of all payouts are known. */
export type PayoutTotals = {
  currency: string;
  payouts: number;
  gross: number;
  fees: number;
  net: number;
  isComplete: boolean;
};

/** The totals in each currency. Without failed payouts, because later ones contain their amounts again. */
export function sumPayouts(payouts: readonly PayoutSummary[]): PayoutTotals[] {
  const totals = new Map<string, PayoutTotals>();
  for (const { status, currency, gross, fees, net } of payouts) {
    if (status === 'failed') continue;
    const sum = totals.get(currency) ?? {
      ...{ currency, payouts: 0, gross: 0, fees: 0, net: 0, isComplete: true },
    };
    totals.set(currency, {
      currency,
      payouts: sum.payouts + 1,
      gross: sum.gross + (gross ?? 0),
      fees: sum.fees + (fees ?? 0),
      net: sum.net + net,
      isComplete: sum.isComplete && gross !== null,
    });
  }
  return [...totals.values()].sort((a, b) => a.currency.localeCompare(b.currency));
}
