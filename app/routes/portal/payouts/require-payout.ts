import type { Params } from '@remix-run/react';
import { findMerchantPayout, type PayoutSummary } from '~/payments/payouts/payout-summaries';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { requireInEnvironment } from '../selection/require-in-environment';

/**
 * The URL's payout.
 * @throws 404 when it contains nothing of the account's in this environment
 */
export async function requirePayout(
  { account, environment }: { account: { id: string; mode: string }; environment: Environment },
  { id = '' }: Params,
): Promise<PayoutSummary> {
  return requireInEnvironment({ account, environment }, 'payout', async (where) =>
    isId('po', id) ? findMerchantPayout({ accountId: account.id, environment: where, id }) : null,
  );
}
