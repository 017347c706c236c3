import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { TextLink } from '~/ui/content/text-link';
import { pageTitle } from '~/ui/layout/page-title';
import { requireMerchant } from '../../guards';
import { readPayoutContents } from './payout-contents';
import { PayoutDetails } from './payout-details';
import { requirePayout } from './require-payout';

export const meta = pageTitle((data) => (data ? 'Payout' : 'Not found'));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'transactions_view');
  const payout = await requirePayout({ account, environment }, params);
  const path = `/payouts/${payout.id}`;
  return readPayoutContents(request, { payout, path, accountId: account.id, environment });
}

export default function PayoutPage() {
  const contents = useLoaderData<typeof loader>();
  return (
    <>
      <TextLink to="/payouts" className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        Payouts
      </TextLink>
      <PayoutDetails {...contents} file={`/payouts/${contents.payout.id}/export`} />
    </>
  );
}
