import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Landmark } from 'lucide-react';
import { useMemo } from 'react';
import { buildPayoutsUrl, isPayoutFilterEmpty, parsePayoutFilter } from '~/payments/payouts/payout-filter';
import { sumNotPaidOut } from '~/payments/payouts/not-paid-out';
import { listMerchantPayouts } from '~/payments/payouts/payout-list';
import { sumPayouts } from '~/payments/payouts/payout-summaries';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { isId } from '~/platform/ids';
import { readTextParameter } from '~/platform/lists/list-url';
import { Pagination } from '~/ui/content/pagination';
import { ErrorSummary, toSummaryErrors } from '~/ui/forms/error-summary';
import { useBrandName } from '~/ui/layout/brand';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { requireMerchant } from '../guards';
import { CardNumberBanner } from './search/card-number-banner';
import { DownloadCsv } from './payouts/download-csv';
import { NotPaidOutTotals } from './payouts/not-paid-out-totals';
import { PayoutFilterForm, PrintedPayoutFilter } from './payouts/payout-filter-form';
import { PayoutTable } from './payouts/payout-table';

export const meta = pageTitle('Payouts');

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'transactions_view');
  const query = new URL(request.url).searchParams;
  // Removed from the URL and the browser's history, because proxies would log it.
  if (containsCardNumber(readTextParameter(query, 'search'))) return redirect('/payouts?refused=card_number');
  const position = readPosition(query);
  const { filter, input, problems } = parsePayoutFilter(query);
  // What is valid of a wrong filter would select other payouts than the person meant.
  const { payouts, before, after } = Object.values(problems).some(Boolean)
    ? { payouts: [], before: null, after: null }
    : await listMerchantPayouts({ accountId: account.id, environment, filter, ...position });
  const isFiltered = !isPayoutFilterEmpty(filter);
  const isStart = !isFiltered && !position && !Object.keys(problems).length;
  return {
    payouts,
    notPaidOut: isStart ? await sumNotPaidOut({ accountId: account.id, environment }) : null,
    totals: isFiltered ? sumPayouts(payouts) : [],
    hasFailed: isFiltered && payouts.some(({ status }) => status === 'failed'),
    isOnePage: !position && !before,
    older: before && buildPayoutsUrl('/payouts', filter, { before }),
    newer: after && buildPayoutsUrl('/payouts', filter, { after }),
    newest: position ? buildPayoutsUrl('/payouts', filter) : null,
    files: {
      payouts: buildPayoutsUrl('/payouts/export', filter),
      entries: buildPayoutsUrl('/payouts/export', filter, { entries: 'yes' }),
    },
    isFiltered,
    input,
    problems,
    environment,
    cardNumber: query.get('refused') === 'card_number',
  };
}

function readPosition(query: URLSearchParams): { before: string } | { after: string } | null {
  const [before, after] = [readTextParameter(query, 'before'), readTextParameter(query, 'after')];
  return isId('po', before) ? { before } : isId('po', after) ? { after } : null;
}

export default function Payouts() {
  const {
    payouts,
    notPaidOut,
    totals,
    hasFailed,
    isOnePage,
    older,
    newer,
    newest,
    files,
    isFiltered,
    input,
    problems,
    environment,
    cardNumber,
  } = useLoaderData<typeof loader>();
  const brandName = useBrandName();
  const errors = useMemo(() => toSummaryErrors(problems), [problems]);
  return (
    <>
      <PageHeader
        title="Payouts"
        lead={
          environment === 'live'
            ? `Transfers to your bank account, newest first. Your agreement with ${brandName} says what the fees are and when payouts arrive.`
            : 'Payouts in your test environment, newest first. No real money moves.'
        }
        action={
          payouts.length > 0 && (
            <DownloadCsv
              files={[
                { to: files.payouts, label: 'Payouts as CSV' },
                { to: files.entries, label: 'All entries as CSV' },
              ]}
            />
          )
        }
      />
      <ErrorSummary errors={errors} />
      {cardNumber && <CardNumberBanner advice="Search by the payout’s ID or amount instead." />}
      {(payouts.length > 0 || isFiltered || errors.length > 0 || newest) && (
        <PayoutFilterForm
          input={input}
          problems={problems}
          isFiltered={isFiltered}
          result={errors.length ? null : { count: payouts.length, isFirst: !newest, isLast: !older }}
        />
      )}
      {notPaidOut && notPaidOut.length > 0 && <NotPaidOutTotals totals={notPaidOut} />}
      {errors.length > 0 ? null : payouts.length ? (
        <Panel>
          <PrintedPayoutFilter filter={input} />
          <PayoutTable payouts={payouts} totals={totals} isPaged={!isOnePage} />
          {totals.length > 0 && hasFailed && (
            <p className="mt-3 text-sm text-ink-soft">
              The total doesn’t include failed payouts: later payouts contain their amounts.
            </p>
          )}
        </Panel>
      ) : older ? (
        <EmptyState icon={Landmark} title="No results yet">
          Older payouts haven’t been searched yet.
        </EmptyState>
      ) : isFiltered ? (
        <EmptyState icon={Landmark} title={newest ? 'No more payouts' : 'No results'}>
          No payout matches this filter.
        </EmptyState>
      ) : newest ? (
        <EmptyState icon={Landmark} title="No more payouts">
          You’ve reached the end of the list.
        </EmptyState>
      ) : (
        <EmptyState icon={Landmark} title="No payouts yet">
          {environment === 'live'
            ? 'When captured payments are transferred to your bank account, the payout appears here with its payments, refunds, and fees.'
            : 'Captured test payments are paid out about two days later. The payout appears here with its payments, refunds, and fees.'}
        </EmptyState>
      )}
      <Pagination newest={newest} newer={newer} older={older} />
    </>
  );
}
