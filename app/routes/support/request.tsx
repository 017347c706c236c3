import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findApiRequest } from '~/merchants/api-requests/request-list';
import { isId } from '~/platform/ids';
import { recordStaffAccess } from '~/support/access-log';
import { findRequestOwner } from '~/support/record-owners';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { TimeZoneContext } from '~/ui/content/time';
import { requireStaff } from '../guards';
import { RequestCards } from '../portal/developers/requests/request-cards';
import { EnvironmentBadge } from './search/payment-table';
import { getSearchUrl } from './search/search-url';
import { BackToMerchant } from './merchant-view';

export const meta = pageTitle('Request');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'payments_view');
  const id = params.id ?? '';
  const owner = isId('req', id) ? await findRequestOwner(id) : null;
  if (!owner) throw new Response(null, { status: 404 });
  const { accountId, environment } = owner;
  await recordStaffAccess({
    userId: user.id,
    accountId,
    action: 'staff_viewed_request',
    subject: id,
    details: { environment },
  });
  const apiRequest = await findApiRequest({ accountId, environment, id });
  if (!apiRequest) throw new Response(null, { status: 404 });
  return { owner, found: apiRequest };
}

export default function SupportRequest() {
  const { owner, found: apiRequest } = useLoaderData<typeof loader>();
  return (
    <TimeZoneContext.Provider value={owner.timeZone}>
      <BackToMerchant owner={owner} section="errors" />
      <PageHeader
        title="Request"
        lead="Card data and personal data aren’t stored. The merchant’s audit log records your visit."
        action={<EnvironmentBadge environment={owner.environment} />}
      />
      <RequestCards
        found={apiRequest}
        transactions="/support/transactions"
        intents="/support/intents"
        showAll={(externalId) => (
          <TextLink to={getSearchUrl({ q: `"${externalId}"` })}>Everything with this external_id</TextLink>
        )}
      />
    </TimeZoneContext.Provider>
  );
}
