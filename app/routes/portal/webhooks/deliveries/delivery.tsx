import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { findUserNames } from '~/identity/users/user-names';
import { hasPermission } from '~/merchants/team/members';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { CodeBlock } from '~/ui/content/code-block';
import { DescriptionList } from '~/ui/content/description-list';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { findDelivery, type DeliveryState } from '~/webhooks/deliveries/delivery-log';
import { buildEventMessage } from '~/webhooks/events/event-message';
import { requireMerchant } from '~/routes/guards';
import { requireInEnvironment } from '../../selection/require-in-environment';
import { requireDeliveryKey, getVisibleUrl } from '../endpoint-key';
import { DeliveryAttemptDetails } from './delivery-attempt';
import { useRevalidation } from '../use-revalidation';
import { deliveryLabels, describeAttempt } from '../webhook-labels';

export const meta = pageTitle('Webhook delivery');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'developer_view');
  const key = requireDeliveryKey(merchant, params.id);
  const found = await requireInEnvironment(merchant, 'delivery', (environment) =>
    findDelivery({ ...key, environment }),
  );
  const { event, endpoint, deliveryAttempts, id, state, isQueued, nextAttemptAt, transactionId } = found;
  const names = await findUserNames(
    deliveryAttempts.map(({ requestedBy }) => requestedBy?.replace(/^portal:/, '')),
    { accountId: merchant.account.id },
  );
  return {
    id,
    state,
    isQueued,
    nextAttemptAt,
    transactionId,
    endpoint: { ...endpoint, url: getVisibleUrl(merchant, endpoint.url) },
    event: { id: event.id, type: event.type, createdAt: event.createdAt, sample: event.sample },
    body: buildEventMessage(event),
    deliveryAttempts: deliveryAttempts.map((made) => ({
      ...made,
      requestedBy:
        made.requestedBy && (names.get(made.requestedBy.replace(/^portal:/, '')) ?? 'a former team member'),
    })),
    // Soon: the page waits for it.
    soon: state === 'sending' || (nextAttemptAt !== null && nextAttemptAt.getTime() < Date.now() + 10_000),
    mayResend:
      hasPermission(merchant.role, 'webhooks_manage') && !endpoint.deletedAt && endpoint.status === 'enabled',
    done: new URL(request.url).searchParams.get('done'),
  };
}

export default function DeliveryPage() {
  const {
    id,
    state,
    isQueued,
    nextAttemptAt,
    soon,
    transactionId,
    endpoint,
    event,
    body,
    deliveryAttempts,
    mayResend,
    done,
  } = useLoaderData<typeof loader>();
  useRevalidation(soon);
  const isHydrated = useHydrated();
  const [latest] = deliveryAttempts;
  const said = done && Object.hasOwn(outcomes, done) ? outcomes[done]! : null;
  // Once the attempt ended, the page itself has its result.
  const isOver = done === 'queued' ? !soon : done === 'test_sent' && deliveryAttempts.length > 0;
  return (
    <>
      <TextLink to={`/developers/webhooks/${endpoint.id}`} className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        Endpoint
      </TextLink>
      <PageHeader
        title={
          <>
            <span className="block text-base font-medium tracking-normal text-ink-soft">
              {event.sample ? 'Test delivery' : 'Delivery'}
            </span>
            <span className="break-words">{event.type}</span>
          </>
        }
        action={
          // Read aloud when it changes: the page waits for the result.
          <span role="status">
            <Badge {...deliveryLabels[state]} />
            {latest && <span className="sr-only">. {describeAttempt(latest)}</span>}
          </span>
        }
      />
      <div className="space-y-6">
        {said && !isOver && (
          <Banner tone={said.tone} title={said.title} announced>
            {said.text}
          </Banner>
        )}
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <Panel
            title="Delivery"
            action={
              mayResend && (
                <Form method="post" action={`/developers/webhooks/deliveries/${id}/resend`} reloadDocument>
                  <Button type="submit" variant="secondary" size="small">
                    Send again
                  </Button>
                </Form>
              )
            }
          >
            <DescriptionList
              items={[
                [
                  'To',
                  <span key="url" className="break-all">
                    {endpoint.url}
                  </span>,
                ],
                [
                  'Transaction',
                  transactionId && (
                    <TextLink
                      key="trx"
                      to={`/transactions/${transactionId}`}
                      className="font-mono text-sm break-all"
                    >
                      {transactionId}
                    </TextLink>
                  ),
                ],
                ['Created', <Time key="at" at={event.createdAt} />],
                [
                  'Next attempt',
                  isQueued
                    ? 'When other deliveries to this endpoint finish'
                    : state !== 'sending' && nextAttemptAt && <Time key="next" at={nextAttemptAt} />,
                ],
                [
                  'webhook-id',
                  <code key="evt" className="font-mono text-sm break-all select-all">
                    {event.id}
                  </code>,
                ],
                [
                  'ID',
                  <code key="id" className="font-mono text-sm break-all select-all">
                    {id}
                  </code>,
                ],
              ]}
            />
          </Panel>
          <div>
            <CodeBlock label="Body" code={JSON.stringify(JSON.parse(body), null, 2)} original={body} />
            {isHydrated && (
              <p className="mt-2 text-sm text-ink-soft">
                Formatted for readability. To verify the signature, use the copy button, which copies the body
                exactly as it was sent.
              </p>
            )}
          </div>
        </div>
        <Panel title="Attempts">
          {deliveryAttempts.length ? (
            <ol className="divide-y divide-line">
              {deliveryAttempts.map((made) => (
                <DeliveryAttemptDetails key={made.id} {...made} />
              ))}
            </ol>
          ) : (
            <p className="text-ink-soft">{getWaitingText(state, isQueued)}</p>
          )}
        </Panel>
      </div>
    </>
  );
}

/** The text to show until the first attempt ends. */
function getWaitingText(state: DeliveryState, isQueued: boolean): string {
  if (state === 'dropped') return 'Not attempted, because the endpoint was disabled.';
  if (state === 'sending') return 'The first attempt is in progress. Your server has 15 seconds to respond.';
  return isQueued
    ? 'None yet. We’ll send this as soon as your server responds to the deliveries in progress.'
    : 'None yet. The first attempt starts in a moment.';
}

type Outcome = { tone: 'positive' | 'caution'; title: string; text: string };

const outcomes: Record<string, Outcome> = {
  queued: {
    tone: 'positive',
    title: 'Sending again',
    text: 'We’re sending it now. If that fails, we’ll retry for three days, up to ten attempts in total.',
  },
  test_sent: {
    tone: 'positive',
    title: 'Test event sent',
    text: 'Your server’s response appears below in a moment.',
  },
  attempt_running: {
    tone: 'caution',
    title: 'Not sent',
    text: 'An attempt is in progress. Wait until it ends, which takes at most 15 seconds.',
  },
  endpoint_disabled: {
    tone: 'caution',
    title: 'Not sent',
    text: 'This endpoint is disabled. Enable it first.',
  },
  endpoint_deleted: { tone: 'caution', title: 'Not sent', text: 'This endpoint was deleted.' },
};
