import { Button, ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { Form } from '~/ui/forms/form';
import { Time } from '~/ui/content/time';

type Waiting = { newEmail: string; oldAgreed: boolean; newAgreed: boolean; expiresAt: Date | string };

type Props = { name: string; email: string; waiting: Waiting | null; security: string };

/** A person's details and login methods, each with a link to change it. */
export function PersonalDetails({ name, email, waiting, security }: Props) {
  const change = (what: string, text: string) => (
    <ButtonLink to={`${security}/${what}`} variant="secondary" size="small">
      Change <span className="sr-only">your {text}</span>
    </ButtonLink>
  );
  return (
    <Panel title="You">
      <DescriptionList
        items={[
          ['Name', <Line key="name" text={name} change={change('name', 'name')} />],
          ['Email address', <Line key="email" text={email} change={change('email', 'email address')} />],
          ['Password', <Line key="password" text="Not shown" change={change('password', 'password')} />],
        ]}
      />
      {waiting && (
        <div className="mt-6 border-t border-line pt-5">
          <h3 className="mb-1.5 font-semibold">Email address change pending</h3>
          <p className="mb-4 max-w-2xl text-ink-soft">
            <span className="wrap-anywhere text-ink">{waiting.newEmail}</span> becomes your email address once{' '}
            {missing(waiting)}. The links expire on <Time at={waiting.expiresAt} />.
          </p>
          <Form method="post" action={`${security}/email`} reloadDocument>
            <Button type="submit" variant="secondary" size="small" name="cancel" value="yes">
              Cancel change
            </Button>
          </Form>
        </div>
      )}
    </Panel>
  );
}

function missing({ oldAgreed, newAgreed }: Waiting): string {
  if (oldAgreed) return 'you open the link we sent there';
  return newAgreed
    ? 'you open the link we sent to your current address'
    : 'you open the links in both emails';
}

function Line({ text, change }: { text: string; change: JSX.Element }) {
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      {change}
    </span>
  );
}
