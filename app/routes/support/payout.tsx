import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findMerchantPayout } from '~/payments/payouts/payout-summaries';
import { isId } from '~/platform/ids';
import { recordStaffAccess } from '~/support/access-log';
import { findPayoutOwners } from '~/support/record-owners';
import { TimeZoneContext } from '~/ui/content/time';
import { pageTitle } from '~/ui/layout/page-title';
import { requireStaff } from '../guards';
import { readPayoutContents } from '../portal/payouts/payout-contents';
import { PayoutDetails } from '../portal/payouts/payout-details';
import { RecordLinksContext } from '../portal/record-links';
import { EnvironmentBadge } from './search/payment-table';
import { getSupportLinks } from './support-links';
import { BackToMerchant, ReadOnlyBanner } from './merchant-view';

export const meta = pageTitle((data) => (data ? 'Payout' : 'Not found'));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'payments_view');
  const { id: accountId = '', payoutId = '' } = params;
  const [owner] =
    isId('acc', accountId) && isId('po', payoutId)
      ? await findPayoutOwners({ ids: [payoutId], accountId })
      : [];
  if (!owner) throw new Response(null, { status: 404 });
  const { environment } = owner;
  await recordStaffAccess({
    userId: user.id,
    accountId,
    action: 'staff_viewed_payout',
    subject: payoutId,
    details: { environment },
  });
  const payout = await findMerchantPayout({ accountId, environment, id: payoutId });
  if (!payout) throw new Response(null, { status: 404 });
  const path = getSupportLinks(accountId).payout(payoutId);
  return { owner, ...(await readPayoutContents(request, { payout, path, accountId, environment })) };
}

export default function SupportPayout() {
  const { owner, ...contents } = useLoaderData<typeof loader>();
  const { accountId, environment, timeZone } = owner;
  return (
    <TimeZoneContext.Provider value={timeZone}>
      <RecordLinksContext.Provider value={getSupportLinks(accountId)}>
        <BackToMerchant owner={owner} section="payouts" />
        <PayoutDetails {...contents} badge={<EnvironmentBadge environment={environment} />}>
          <ReadOnlyBanner owner={owner} />
        </PayoutDetails>
      </RecordLinksContext.Provider>
    </TimeZoneContext.Provider>
  );
}
