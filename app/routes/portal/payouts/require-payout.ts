import type { Params } from '@remix-run/react';
import { findMerchantPayout, type PayoutSummary } from '~/payments/payouts/payout-summaries';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';

/**
 * The URL's payout.
 * @throws 404 when it contains nothing of the account's in this environment
 */
export async function requirePayout(
  { account, environment }: { account: { id: string }; environment: Environment },
  { id = '' }: Params,
): Promise<PayoutSummary> {
  const payout = isId('po', id) ? await findMerchantPayout({ accountId: account.id, environment, id }) : null;
  if (!payout) throw new Response('Not found', { status: 404 });
  return payout;
}
