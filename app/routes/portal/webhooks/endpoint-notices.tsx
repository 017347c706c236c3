import type { ReactNode } from 'react';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { CopyValue } from '~/ui/content/code-block';
import { Form } from '~/ui/forms/form';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';

type Endpoint = {
  id: string;
  status: string;
  disabledReason: string | null;
  disabledAt: Date | string | null;
  failingSince: Date | string | null;
  deletedAt: Date | string | null;
};
type Props = {
  endpoint: Endpoint;
  secret: string | null;
  done: string | null;
  count: number;
  mayManage: boolean;
};

/** The most important messages of this page: a new secret, a button's result, and problems. */
export function EndpointNotices({ endpoint, secret, done, count, mayManage }: Props) {
  const said = done && Object.hasOwn(outcomes, done) ? outcomes[done]!(count, endpoint) : null;
  return (
    <>
      {secret && (
        <Banner tone="positive" title="Your new signing secret" announced>
          <p>Copy it now. You won’t be able to see it again after you leave this page.</p>
          <div className="mt-3">
            <CopyValue value={secret} label="signing secret" />
          </div>
        </Banner>
      )}
      {said && (
        <Banner tone={said.tone} title={said.title} announced>
          {said.text}
        </Banner>
      )}
      {endpoint.deletedAt ? (
        <Banner title="This endpoint is deleted">
          Deleted on <Time at={endpoint.deletedAt} />. You can view its deliveries for 30 days.
        </Banner>
      ) : endpoint.status === 'disabled' ? (
        <Banner tone="caution" title={disabled[endpoint.disabledReason ?? ''] ?? 'This endpoint is disabled'}>
          <p>
            Disabled
            {endpoint.disabledAt && (
              <>
                {' '}
                on <Time at={endpoint.disabledAt} />
              </>
            )}
            . We don’t send anything to it. The log records the events it misses, and you can send them after
            you enable it.
          </p>
          {mayManage && <Switch id={endpoint.id} to="enabled" />}
        </Banner>
      ) : (
        endpoint.failingSince && (
          <Banner tone="negative" title="Webhooks failing">
            Deliveries have failed since <Time at={endpoint.failingSince} />. We send each event up to ten
            times over three days, and disable the endpoint after five days without success. The deliveries
            below show your server’s responses.
          </Banner>
        )
      )}
    </>
  );
}

export function Switch({ id, to }: { id: string; to: 'enabled' | 'disabled' }) {
  return (
    <Form
      method="post"
      action={`/developers/webhooks/${id}/status`}
      reloadDocument
      className={to === 'enabled' ? 'mt-3' : undefined}
    >
      <Button type="submit" variant="secondary" size="small" name="status" value={to}>
        {to === 'enabled' ? 'Enable endpoint' : 'Disable endpoint'}
      </Button>
    </Form>
  );
}

const disabled: Record<string, string> = {
  manual: 'This endpoint is disabled',
  gone: 'This endpoint was disabled because it returned 410 Gone',
  failing: 'This endpoint was disabled because all deliveries failed for five days',
};

type Outcome = { tone: 'positive' | 'caution'; title: string; text: ReactNode };

const outcomes: Record<string, (count: number, endpoint: Endpoint) => Outcome> = {
  edited: (_, { status }) => ({
    tone: 'positive',
    title: 'Endpoint saved',
    text:
      status === 'disabled'
        ? 'We send webhooks to it after you enable it.'
        : 'New webhooks go to this endpoint.',
  }),
  enabled: () => ({
    tone: 'positive',
    title: 'Endpoint enabled',
    text: (
      <>
        New events are sent again. You can also <TextLink to="#resend">send the ones it missed</TextLink>.
      </>
    ),
  }),
  disabled: () => ({
    tone: 'positive',
    title: 'Endpoint disabled',
    text: 'Pending deliveries won’t be sent.',
  }),
  resent: (count) =>
    count
      ? {
          tone: 'positive',
          title: count === 1 ? 'Resending one delivery' : `Resending ${count} deliveries`,
          text: 'We send the oldest first. The log shows the progress.',
        }
      : {
          tone: 'caution',
          title: 'Nothing to send',
          text: 'Everything since then was delivered or is on its way.',
        },
  resent_some: (count) => ({
    tone: 'positive',
    title: `Resending the oldest ${count} deliveries`,
    text: 'There are more. Resend the rest when these are done.',
  }),
  resend_disabled: () => ({ tone: 'caution', title: 'Nothing was sent', text: 'Enable the endpoint first.' }),
  test_disabled: () => ({
    tone: 'caution',
    title: 'Test event not sent',
    text: 'Enable the endpoint first.',
  }),
  test_too_many: () => ({
    tone: 'caution',
    title: 'Test event not sent',
    text: 'Twenty test events are already pending for this endpoint. Check the log to see why they fail.',
  }),
  nothing: () => ({
    tone: 'caution',
    title: 'No changes were made',
    text: 'We didn’t recognize this form. Try again.',
  }),
};
