import type { ReactNode } from 'react';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { CopyValue } from '~/ui/content/code-block';
import { Form } from '~/ui/forms/form';
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

/** What one should know before anything else on this page: a new secret, what a button did, and what is wrong. */
export function EndpointNotices({ endpoint, secret, done, count, mayManage }: Props) {
  const said = done && Object.hasOwn(outcomes, done) ? outcomes[done]!(count) : null;
  return (
    <>
      {secret && (
        <Banner tone="positive" title="The signing secret" announced>
          <p>Copy it now. When you leave this page it cannot be shown again.</p>
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
          Since <Time at={endpoint.deletedAt} />. Its deliveries can be read for 30 days.
        </Banner>
      ) : endpoint.status === 'disabled' ? (
        <Banner tone="caution" title={disabled[endpoint.disabledReason ?? ''] ?? 'This endpoint is disabled'}>
          <p>
            Since {endpoint.disabledAt && <Time at={endpoint.disabledAt} />} nothing is sent there. What
            happens meanwhile stands in the log, and can be sent when you enable it.
          </p>
          {mayManage && <Switch id={endpoint.id} to="enabled" />}
        </Banner>
      ) : (
        endpoint.failingSince && (
          <Banner tone="negative" title="Webhooks do not arrive">
            Since <Time at={endpoint.failingSince} />. We try each ten times over three days; the log has what
            your server answered. After five days the endpoint is disabled.
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
        {to === 'enabled' ? 'Enable the endpoint' : 'Disable'}
      </Button>
    </Form>
  );
}

const disabled: Record<string, string> = {
  manual: 'This endpoint is disabled',
  gone: 'This endpoint is disabled: it answered 410 Gone',
  failing: 'This endpoint is disabled: for five days nothing arrived',
};

type Outcome = { tone: 'positive' | 'caution'; title: string; text: ReactNode };

const outcomes: Record<string, (count: number) => Outcome> = {
  edited: () => ({ tone: 'positive', title: 'The endpoint is saved', text: 'The next webhook goes there.' }),
  enabled: () => ({
    tone: 'positive',
    title: 'The endpoint is enabled',
    text: 'New events are sent again. What it has missed is sent when you ask for it, at the end of this page.',
  }),
  disabled: () => ({
    tone: 'positive',
    title: 'The endpoint is disabled',
    text: 'What was waiting is not sent.',
  }),
  resent: (count) =>
    count
      ? {
          tone: 'positive',
          title: count === 1 ? 'One delivery is sent again' : `${count} deliveries are sent again`,
          text: 'The oldest first. The log shows how far it has come.',
        }
      : {
          tone: 'caution',
          title: 'Nothing to send',
          text: 'Since then everything has arrived, or is on its way.',
        },
  resent_some: (count) => ({
    tone: 'positive',
    title: `The oldest ${count} are sent again`,
    text: 'There are more. Ask again when these have gone out.',
  }),
  resend_disabled: () => ({ tone: 'caution', title: 'Nothing was sent', text: 'Enable the endpoint first.' }),
  test_disabled: () => ({
    tone: 'caution',
    title: 'No test event was sent',
    text: 'Enable the endpoint first.',
  }),
  test_too_many: () => ({
    tone: 'caution',
    title: 'No test event was sent',
    text: 'Twenty test events wait for this endpoint already. See in the log why they do not arrive.',
  }),
  nothing: () => ({
    tone: 'caution',
    title: 'Nothing happened',
    text: 'The form was not one of this page. Try once more.',
  }),
};
