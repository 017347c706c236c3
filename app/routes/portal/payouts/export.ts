import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportPayoutLines, exportPayouts } from '~/payments/payouts/payout-export';
import { requireMember } from '../../guards';
import { respondWithCsv } from '../transactions/csv-response';
import { requirePayout } from './require-payout';

/** All payouts, or the entries of the one in the URL, as a CSV file. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const merchant = await requireMember(request, 'transactions_view');
  const { user, account, environment } = merchant;
  const payout = params.id === undefined ? null : await requirePayout(merchant, params);
  const requested = {
    accountId: account.id,
    environment,
    timeZone: account.timeZone,
    userId: user.id,
    address: context.clientAddress,
  };
  return respondWithCsv(request, { what: payout ? 'payout' : 'payouts', merchant, environment }, () =>
    payout ? exportPayoutLines(requested, payout) : exportPayouts(requested),
  );
}
