import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Landmark } from 'lucide-react';
import { listMerchantPayouts } from '~/payments/payouts/payout-list';
import { isId } from '~/platform/ids';
import { readTextParameter } from '~/platform/lists/list-url';
import { Pagination } from '~/ui/content/pagination';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { requireMerchant } from '../guards';
import { DownloadCsv } from './payouts/download-csv';
import { PayoutTable } from './payouts/payout-table';

export const meta = pageTitle('Payouts');

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'transactions_view');
  const given = readTextParameter(new URL(request.url).searchParams, 'before');
  const position = isId('po', given) ? given : undefined;
  const { payouts, before } = await listMerchantPayouts({
    accountId: account.id,
    environment,
    before: position,
  });
  return {
    payouts,
    older: before && `/payouts?before=${before}`,
    newest: position ? '/payouts' : null,
    environment,
  };
}

export default function Payouts() {
  const { payouts, older, newest, environment } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Payouts"
        lead={
          environment === 'live'
            ? 'Transfers to your bank account, newest first.'
            : 'Payouts in your test environment, newest first. No real money moves.'
        }
        action={payouts.length > 0 && <DownloadCsv to="/payouts/export" />}
      />
      {payouts.length ? (
        <Panel>
          <PayoutTable payouts={payouts} />
        </Panel>
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
      <Pagination newest={newest} older={older} />
    </>
  );
}
