import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BellOff } from 'lucide-react';
import {
  updateNotificationPreferences,
  listNotificationPreferences,
  notificationTopics,
  type NotificationTopic,
} from '~/merchants/notifications/notifications';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { EmptyState } from '~/ui/layout/empty-state';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { readForm } from '../forms/form-body';
import { requireMember } from '../guards';

const path = '/settings/notifications';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, account, role } = await requireMember(request);
  const choices = await listNotificationPreferences({ accountId: account.id, userId: user.id, role });
  return {
    choices,
    email: user.email,
    name: account.name,
    saved: new URL(request.url).searchParams.has('saved'),
  };
}

/** `seen` names what was on when the page was drawn: what the person did not touch stays as it is now. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account, role } = await requireMember(request);
  const form = await readForm(request);
  const [seen, on] = [new Set(form.getAll('seen')), new Set(form.getAll('topic'))];
  const touched = (Object.keys(notificationTopics) as NotificationTopic[]).filter(
    (topic) => seen.has(topic) !== on.has(topic),
  );
  await updateNotificationPreferences({
    accountId: account.id,
    userId: user.id,
    role,
    wanted: Object.fromEntries(touched.map((topic) => [topic, on.has(topic)])),
    address: context.clientAddress,
  });
  return redirect(`${path}?saved`);
}

export const meta = pageTitle('Notifications');

const topicTexts: Record<NotificationTopic, { title: string; text: string }> = {
  disputes: {
    title: 'Chargebacks',
    text: 'A payer’s bank takes money back, an answer is due soon, and how it ends.',
  },
  webhooks: { title: 'Webhooks', text: 'An endpoint fails for long, and is disabled.' },
  credentials: {
    title: 'Credentials',
    text: 'Secrets that are created, rolled or revoked, the addresses they may be used from, and where webhooks are sent.',
  },
  team: { title: 'Team', text: 'Who comes and goes, and whose role changes.' },
  support_sessions: {
    title: 'Support sessions',
    text: 'Our support team views this account in a support session, and why.',
  },
};

export default function Notifications() {
  const { choices, email, name, saved } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Notifications"
        lead={`What we write to you about at ${email}, for ${name}. The others choose for themselves.`}
      />
      <div className="max-w-3xl space-y-6">
        {saved && (
          <Banner tone="positive" title="Saved" announced>
            It counts from the next mail on.
          </Banner>
        )}
        {choices.length ? (
          <Panel>
            <Form method="post" action={path} reloadDocument className="space-y-5">
              {choices.map(({ topic, wanted, required }) => (
                <div key={topic}>
                  {wanted && !required && <input type="hidden" name="seen" value={topic} />}
                  <CheckboxField
                    name="topic"
                    id={topic}
                    value={topic}
                    defaultChecked={wanted}
                    disabled={required}
                    label={
                      <>
                        <span className="font-medium">{topicTexts[topic].title}</span>
                        <span className="block text-sm text-ink-soft">
                          {topicTexts[topic].text}
                          {required && ' An owner always hears of it.'}
                        </span>
                      </>
                    }
                  />
                </div>
              ))}
              <Button type="submit">Save</Button>
            </Form>
          </Panel>
        ) : (
          <EmptyState icon={BellOff} title="Nothing to choose">
            With your role you are written to about nothing but your own login.
          </EmptyState>
        )}
        <p className="text-ink-soft">
          Mails about your own login, those to the people who manage the account about its application, and
          those to owners about live secrets, are always sent.
        </p>
      </div>
    </>
  );
}
