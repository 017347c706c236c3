import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { hasOneMerchant } from '~/payments/connections/acquirer-accounts';
import { isId } from '~/platform/ids';
import { parseSearchedAmount } from '~/platform/money/amount-input';
import { readMerchantPayouts, type PayoutSummary } from './payout-summaries';

type Search = { accountId: string; environment: Environment; search: string; limit: number };

const payoutsOfAmount = `
  select p.id from payouts p
  where p.environment = $2 and p.amount = any($3) and p.currency = any($4)
    and (exists (select from payout_entries e where e.payout_id = p.id and e.account_id = $1)
      or exists (select from acquirer_connections c where c.id = p.connection_id and c.account_id = $1))
  order by p.id desc limit $5::int`;

// The connections are few, and each has an index of its payouts' IDs.
const payoutsOfAcquirerId = `
  select p.id from payouts p
  where p.acquirer_id = any($3) and p.connection_id = any(array(
    select c.id from acquirer_connections c where c.environment = $2 and (c.account_id is null or c.account_id = $1 or not ${hasOneMerchant('c')})))
  order by p.id desc limit $4::int`;

/** A merchant's payouts with an ID of ours or of the acquirer, or exactly an amount, newest first. */
export async function searchMerchantPayouts({
  search,
  limit,
  ...merchant
}: Search): Promise<PayoutSummary[]> {
  const text = search.trim();
  if (isId('po', text.toLowerCase())) return readMerchantPayouts({ ...merchant, ids: [text.toLowerCase()] });
  const found = await Promise.all([
    readFound(merchant, payoutsOfAcquirerId, [[text, text.toLowerCase(), text.toUpperCase()], limit]),
    ...parseSearchedAmount(text)
      .filter(({ amountMinor }) => amountMinor > 0)
      .map(async ({ amountMinor, currencies }) => {
        const amounts = [amountMinor, -amountMinor];
        const payouts = await readFound(merchant, payoutsOfAmount, [amounts, currencies, limit]);
        // Of a payout that several merchants share, each sees only its own amount.
        return payouts.filter(({ net }) => amounts.includes(net));
      }),
  ]);
  // An acquirer's ID can be an amount, too.
  const unique = new Map(found.flat().map((payout) => [payout.id, payout]));
  return [...unique.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
}

async function readFound(
  merchant: Pick<Search, 'accountId' | 'environment'>,
  text: string,
  values: unknown[],
): Promise<PayoutSummary[]> {
  const { accountId, environment } = merchant;
  const found = await queryRows<{ id: string }>({ text, values: [accountId, environment, ...values] });
  return readMerchantPayouts({ ...merchant, ids: found.map(({ id }) => id) });
}
