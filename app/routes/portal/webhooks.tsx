import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Webhook } from 'lucide-react';
import { hasPermission } from '~/merchants/team/members';
import { Banner } from '~/ui/layout/banner';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { readEndpointHealth } from '~/webhooks/deliveries/delivery-log';
import { listEndpoints, maximumEndpoints } from '~/webhooks/endpoints/endpoints';
import { requireMerchant } from '../guards';
import { getVisibleUrl } from './webhooks/endpoint-key';
import { EndpointTable } from './webhooks/endpoint-table';

export const meta = pageTitle('Webhooks');

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, environment, role } = await requireMerchant(request, 'developer_view');
  const endpoints = await listEndpoints({ accountId: account.id, environment });
  const health = new Map(
    (await readEndpointHealth(endpoints.map(({ id }) => id))).map((found) => [found.endpointId, found]),
  );
  return {
    environment,
    endpoints: endpoints.map((endpoint) => ({
      ...endpoint,
      url: getVisibleUrl({ role }, endpoint.url),
      health: health.get(endpoint.id)!,
    })),
    mayManage: hasPermission(role, 'webhooks_manage'),
    maximum: maximumEndpoints,
    deleted: new URL(request.url).searchParams.has('deleted'),
  };
}

export default function Webhooks() {
  const { environment, endpoints, mayManage, maximum, deleted } = useLoaderData<typeof loader>();
  const add = mayManage && endpoints.length < maximum && (
    <ButtonLink to="/developers/webhooks/new">Add endpoint</ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead={
          <>
            Events in your {environment} environment, sent to your server in real time.{' '}
            <TextLink to="/docs/webhooks">Read the guide</TextLink>
          </>
        }
        action={endpoints.length > 0 && add}
      />
      <div className="space-y-6">
        {deleted && (
          <Banner tone="positive" title="Endpoint deleted" announced>
            We no longer send webhooks to it.
          </Banner>
        )}
        {endpoints.length ? (
          <Panel>
            <EndpointTable endpoints={endpoints} />
          </Panel>
        ) : (
          <EmptyState icon={Webhook} title="No endpoints yet" action={add || undefined}>
            An endpoint is a URL on your server. We send it signed events, and retry for three days if it
            doesn’t respond.
          </EmptyState>
        )}
        {mayManage && endpoints.length >= maximum && (
          <p className="text-ink-soft">
            You’ve reached the limit of {maximum} endpoints. Delete one you no longer need to add another.
          </p>
        )}
      </div>
    </>
  );
}
