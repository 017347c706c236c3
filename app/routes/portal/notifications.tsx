import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BellOff } from 'lucide-react';
import { chooseNotices, listChoices, topics, type Topic } from '~/merchants/notices';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { CheckboxField } from '~/ui/checkbox-field';
import { EmptyState } from '~/ui/empty-state';
import { Form } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { readForm } from '../form-body';
import { requireMember } from '../guards';

const path = '/settings/notifications';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, account, role } = await requireMember(request);
  const choices = await listChoices({ accountId: account.id, userId: user.id, role });
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
  const touched = (Object.keys(topics) as Topic[]).filter((topic) => seen.has(topic) !== on.has(topic));
  await chooseNotices({
    accountId: account.id,
    userId: user.id,
    role,
    wanted: Object.fromEntries(touched.map((topic) => [topic, on.has(topic)])),
    address: context.clientAddress,
  });
  return redirect(`${path}?saved`);
}

export const meta = pageTitle('Notifications');

const words: Record<Topic, { title: string; text: string }> = {
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
  looks: {
    title: 'Looks',
    text: 'Somebody of our support looks at this account as a read-only member sees it, and why.',
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
          <Banner tone="positive" title="Saved" live>
            It counts from the next mail on.
          </Banner>
        )}
        {choices.length ? (
          <Card>
            <Form method="post" action={path} reloadDocument className="space-y-5">
              {choices.map(({ topic, wanted, fixed }) => (
                <div key={topic}>
                  {wanted && !fixed && <input type="hidden" name="seen" value={topic} />}
                  <CheckboxField
                    name="topic"
                    id={topic}
                    value={topic}
                    defaultChecked={wanted}
                    disabled={fixed}
                    label={
                      <>
                        <span className="font-medium">{words[topic].title}</span>
                        <span className="block text-sm text-ink-soft">
                          {words[topic].text}
                          {fixed && ' An owner always hears of it.'}
                        </span>
                      </>
                    }
                  />
                </div>
              ))}
              <Button type="submit">Save</Button>
            </Form>
          </Card>
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
