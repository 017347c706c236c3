import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findApiRequest } from '~/merchants/api-requests/request-list';
import { isId } from '~/platform/ids';
import { buildListUrl } from '~/platform/lists/list-url';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { requireMerchant } from '../../guards';
import { requireInEnvironment } from '../selection/require-in-environment';
import { RequestCards } from './requests/request-cards';

export const meta = pageTitle('Request');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'developer_view');
  const id = params.id!;
  const found = await requireInEnvironment({ account, environment }, 'request', async (where) =>
    isId('req', id) ? findApiRequest({ accountId: account.id, environment: where, id }) : null,
  );
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
          <TextLink to={buildListUrl('/developers/external-ids', { external_id: externalId })}>
            All requests with this external_id
          </TextLink>
        )}
      />
    </>
  );
}
