import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportLinesOfPayouts, exportPayoutLines, exportPayouts } from '~/payments/payouts/payout-export';
import { parsePayoutFilter } from '~/payments/payouts/payout-filter';
import type { PayoutSummary } from '~/payments/payouts/payout-summaries';
import { describeDays } from '~/platform/time/day-range';
import { getPayoutStatusLabel } from '~/ui/labels/payout-labels';
import { requireMember } from '../../guards';
import { rejectFilter, respondWithCsv } from '../transactions/csv-response';
import { requirePayout } from './require-payout';

/** The filtered payouts, their entries, or the entries of the one in the URL, as a CSV file. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const merchant = await requireMember(request, 'transactions_view');
  const { user, account, environment } = merchant;
  const requested = {
    accountId: account.id,
    environment,
    timeZone: account.timeZone,
    userId: user.id,
    address: context.clientAddress,
    describeStatus: (payout: PayoutSummary) => getPayoutStatusLabel(payout).text,
  };
  if (params.id !== undefined) {
    const payout = await requirePayout(merchant, params);
    const { id, currency, arrivesOn } = payout;
    // Several payouts can arrive on a day.
    const named = { currency, days: [arrivesOn.toISOString().slice(0, 10), id.slice(-6)] };
    return respondWithCsv(request, { what: 'payout', merchant, environment, ...named }, () =>
      exportPayoutLines(requested, payout),
    );
  }
  const query = new URL(request.url).searchParams;
  const { filter, problems } = parsePayoutFilter(query);
  if (Object.keys(problems).length) return rejectFilter();
  const named = { merchant, environment, currency: filter.currency, days: describeDays(filter) };
  return query.has('entries')
    ? respondWithCsv(request, { what: 'payout-entries', ...named }, () =>
        exportLinesOfPayouts({ ...requested, filter }),
      )
    : respondWithCsv(request, { what: 'payouts', ...named }, () => exportPayouts({ ...requested, filter }));
}
