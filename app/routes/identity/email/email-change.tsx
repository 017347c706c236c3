import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { confirmEmailChange, rejectEmailChange, findEmailChangeLink } from '~/identity/email/email-change';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { pageTitle } from '~/ui/layout/page-title';
import { readForm, textOf } from '../../forms/form-body';
import { InvalidLink, invalidLinkTitle } from './invalid-link';

/** Shows the link's purpose without using it, because mail scanners open links, too (threat T9). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const found = await findEmailChangeLink(params.token ?? '');
  const done = new URL(request.url).searchParams.get('done');
  const change = found && {
    side: found.side,
    oldEmail: found.change.oldEmail,
    newEmail: found.change.newEmail,
    isSecond: found.change.oldAgreed || found.change.newAgreed,
  };
  return data(
    { change, done: !found && isOutcome(done) ? done : null },
    { status: found || isOutcome(done) ? 200 : 404 },
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const token = params.token ?? '';
  const disowns = textOf(await readForm(request), 'do') === 'disown';
  const outcome = await (disowns ? rejectEmailChange : confirmEmailChange)(token, context.clientAddress);
  if (outcome === 'link_invalid') return data(null, { status: 404 });
  return redirect(`/email-change/used?done=${outcome}`);
}

const outcomes = {
  agreed: {
    title: 'Change confirmed',
    lead: 'Next, open the link we emailed to the other address. Until then, you log in as before.',
  },
  changed: {
    title: 'Email address changed',
    lead: 'Both addresses confirmed. Log in with the new address from now on.',
  },
  cancelled: {
    title: 'Change stopped',
    lead: 'Your email address hasn’t changed, and all devices were logged out. The person who requested the change was logged in to your account. Choose a new password now.',
  },
};

function isOutcome(text: string | null): text is keyof typeof outcomes {
  return text !== null && Object.hasOwn(outcomes, text);
}

const changeTitle = 'Confirm an email address change';

export const meta = pageTitle((loaded) => {
  const { change, done } = loaded as { change: object | null; done: keyof typeof outcomes | null };
  return done ? outcomes[done].title : change ? changeTitle : invalidLinkTitle;
});

export default function EmailChangePage() {
  const { change, done } = useLoaderData<typeof loader>();
  const isGone = useActionData<typeof action>() === null;
  if (done)
    return (
      <AuthLayout title={outcomes[done].title} lead={outcomes[done].lead}>
        {done === 'cancelled' ? (
          <ButtonLink to="/forgot-password" size="wide">
            Choose a new password
          </ButtonLink>
        ) : (
          <ButtonLink to="/security" size="wide">
            Go to Security
          </ButtonLink>
        )}
      </AuthLayout>
    );
  if (!change || isGone) return <InvalidLink again={{ to: '/security', text: 'Go to Security' }} />;
  return (
    <AuthLayout
      title={changeTitle}
      lead={
        <p>
          The owner of the account{' '}
          <strong className="font-semibold wrap-anywhere text-ink">{change.oldEmail}</strong> wants to log in
          as <strong className="font-semibold wrap-anywhere text-ink">{change.newEmail}</strong> and receive
          our emails there.{' '}
          {change.isSecond
            ? 'The other address has confirmed, so your confirmation completes the change.'
            : 'Nothing changes until both addresses confirm.'}
        </p>
      }
    >
      <Form method="post" reloadDocument className="space-y-3">
        <Button type="submit" size="wide" name="do" value="agree">
          {change.side === 'old' ? 'Confirm change' : 'Confirm this address'}
        </Button>
        {change.side === 'old' ? (
          <>
            <Button type="submit" size="wide" variant="secondary" name="do" value="disown">
              This wasn’t me. Stop the change
            </Button>
            <p className="text-sm text-ink-soft">Stopping the change logs out all devices.</p>
          </>
        ) : (
          <p className="text-sm text-ink-soft">
            If you don’t recognize this, close this page. Nothing changes unless you confirm.
          </p>
        )}
      </Form>
    </AuthLayout>
  );
}
