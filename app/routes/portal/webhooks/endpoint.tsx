import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { hasPermission } from '~/merchants/team/members';
import { createId, isId } from '~/platform/ids';
import { readOption, readTextParameter } from '~/platform/lists/list-url';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { deliveryStatuses, listDeliveries, readEndpointHealth } from '~/webhooks/deliveries/delivery-log';
import { findEndpoint } from '~/webhooks/endpoints/endpoints';
import { isEventType, testEventType } from '~/webhooks/events/event-types';
import { countRetries, countUndelivered, maximumResends } from '~/webhooks/deliveries/resends';
import { webhookRetentionDays } from '~/webhooks/events/event-retention';
import { requireMerchant } from '../../guards';
import { takeWebhookSecret } from '../../one-time-secrets';
import { useOneTimeValue } from '../../one-time-value';
import { requireInEnvironment } from '../selection/require-in-environment';
import { DeliveryLog } from './deliveries/delivery-log';
import { requireEndpointKey, getVisibleUrl } from './endpoint-key';
import { EndpointNotices } from './endpoint-notices';
import { EndpointFacts } from './facts';
import { ResendAll } from './deliveries/resend-all-form';
import { SendTest } from './send-test-form';
import { useRevalidation } from './use-revalidation';
import { getEndpointLabel } from './webhook-labels';

export const meta = pageTitle('Webhook endpoint');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, ...merchant } = await requireMerchant(request, 'developer_view');
  const key = requireEndpointKey({ user, ...merchant }, params.id);
  const endpoint = await requireInEnvironment(merchant, 'endpoint', (environment) =>
    findEndpoint({ ...key, environment }),
  );
  const { searchParams } = new URL(request.url);
  const filter = parseFilter(searchParams);
  const [log, [health], undelivered, retries] = await Promise.all([
    listDeliveries({ ...key, ...filter }),
    readEndpointHealth([key.id]),
    countUndelivered(key.id, new Date(Date.now() - webhookRetentionDays * 86_400_000)),
    countRetries(key.id),
  ]);
  const { secret, forget } = takeWebhookSecret(
    request,
    { userId: user.id, accountId: key.accountId },
    key.id,
  );
  return data(
    {
      endpoint: {
        ...endpoint,
        url: getVisibleUrl(merchant, endpoint.url),
        overlapping: endpoint.previousEndsAt !== null && endpoint.previousEndsAt > new Date(),
      },
      log,
      filter,
      health: health!,
      undelivered,
      retries,
      highestCount: maximumResends,
      secret,
      statuses: deliveryStatuses,
      mayManage: hasPermission(merchant.role, 'webhooks_manage') && !endpoint.deletedAt,
      testEventId: createId('evt'),
      done: searchParams.get('done'),
      count: Number(/^\d{1,6}$/.exec(searchParams.get('count') ?? '')?.[0] ?? 0),
    },
    { headers: { 'Set-Cookie': forget } },
  );
}

/** A filter in the URL may have been typed: invalid values filter nothing. */
function parseFilter(query: URLSearchParams) {
  const [type, before] = [readTextParameter(query, 'type'), readTextParameter(query, 'before')];
  return {
    status: readOption(query, 'status', deliveryStatuses),
    eventType: isEventType(type) || type === testEventType ? type : undefined,
    before: isId('dlv', before) ? before : undefined,
  };
}

export default function EndpointPage() {
  const {
    endpoint,
    log,
    filter,
    health,
    undelivered,
    retries,
    highestCount,
    secret: newSecret,
    statuses,
    mayManage,
    testEventId,
    done,
    count,
  } = useLoaderData<typeof loader>();
  const secret = useOneTimeValue(endpoint.id, newSecret);
  useRevalidation(log.deliveries.some(({ state }) => state === 'pending' || state === 'sending'));
  return (
    <>
      <TextLink to="/developers/webhooks" className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        Webhooks
      </TextLink>
      <PageHeader
        title={<span className="break-all">{endpoint.url}</span>}
        lead={endpoint.description || undefined}
        action={
          endpoint.deletedAt ? (
            <Badge text="Deleted" tone="neutral" />
          ) : (
            <Badge {...getEndpointLabel(endpoint)} />
          )
        }
      />
      <div className="space-y-6">
        <EndpointNotices
          endpoint={endpoint}
          secret={secret}
          done={done}
          count={count}
          mayManage={mayManage}
        />
        <EndpointFacts endpoint={endpoint} health={health} mayManage={mayManage} />
        <DeliveryLog endpointId={endpoint.id} log={log} filter={filter} statuses={statuses} />
        {mayManage && endpoint.status === 'enabled' && (
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <SendTest endpointId={endpoint.id} eventId={testEventId} />
            <ResendAll
              endpointId={endpoint.id}
              undelivered={undelivered}
              retries={retries}
              highestCount={highestCount}
              wasDisabled={endpoint.disabledAt !== null}
            />
          </div>
        )}
      </div>
    </>
  );
}
