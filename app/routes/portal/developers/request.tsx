import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findApiRequest } from '~/merchants/api-requests/request-list';
import { isId } from '~/platform/ids';
import { listAddress } from '~/platform/list-address';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { requireMerchant } from '../../guards';
import { RequestCards } from './requests/request-cards';

export const meta = pageTitle('Request');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'developer_view');
  const found = isId('req', params.id!)
    ? await findApiRequest({ accountId: account.id, environment, id: params.id! })
    : null;
  if (!found) throw new Response('Not found', { status: 404 });
  const { accountId: _account, ...rest } = found;
  return rest;
}

export default function ApiRequest() {
  const found = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Request" lead={<TextLink to="/developers/requests">All requests</TextLink>} />
      <RequestCards
        found={found}
        transactions="/transactions"
        showAll={(externalId) => (
          <TextLink to={listAddress('/developers/external-ids', { external_id: externalId })}>
            All requests with this external_id
          </TextLink>
        )}
      />
    </>
  );
}
