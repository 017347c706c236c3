import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BellOff } from 'lucide-react';
import {
  updateNotificationPreferences,
  listNotificationPreferences,
  type NotificationTopic,
} from '~/merchants/notifications/notifications';
import { notificationTopics } from '~/merchants/notifications/portal-notifications';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { EmptyState } from '~/ui/layout/empty-state';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { readForm } from '../../forms/form-body';
import { requireMember } from '../../guards';
import { BackToSettings } from './back-to-settings';

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

/** `seen`: what was on when the page was rendered. Untouched topics keep their current value. */
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

export const meta = pageTitle('Email notifications');

const topicTexts: Record<NotificationTopic, { title: string; text: string }> = {
  disputes: {
    title: 'Chargebacks',
    text: 'A new chargeback, an approaching response deadline, and the outcome.',
  },
  refunds: {
    title: 'Failed refunds',
    text: 'A refund that the payer’s bank returned after it had succeeded.',
  },
  webhooks: { title: 'Webhooks', text: 'An endpoint that keeps failing or was disabled.' },
  credentials: {
    title: 'Credentials',
    text: 'Changes to client secrets, signing secrets, allowed addresses, and webhook endpoints.',
  },
  team: { title: 'Team', text: 'People who join, leave, or change roles.' },
  support_sessions: {
    title: 'Support sessions',
    text: 'Support sessions in which our staff view this account, with the reason.',
  },
};

export default function Notifications() {
  const { choices, email, name, saved } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Email notifications"
        lead={
          <>
            Choose which emails we send to {email} about {name}. Other team members choose for themselves.{' '}
            <BackToSettings />
          </>
        }
      />
      <div className="max-w-3xl space-y-6">
        {saved && (
          <Banner tone="positive" title="Saved" announced>
            Your choices apply starting with the next email.
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
                          {required && ' Owners always get these.'}
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
          <EmptyState icon={BellOff} title="No optional notifications">
            With your role, you get emails only about your own login.
          </EmptyState>
        )}
        <p className="text-ink-soft">
          We always send emails about your login, emails about the application to owners and admins, and
          emails about live secrets to owners.
        </p>
      </div>
    </>
  );
}
