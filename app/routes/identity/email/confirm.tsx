import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findEmailLink } from '~/identity/email/email-links';
import { findBrowserOwner, rememberDevice } from '~/identity/login/known-device';
import { startSession } from '~/identity/sessions/sessions';
import { completeRegistration } from '~/merchants/accounts/registration';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { exactTextOf, readForm, textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { rememberSecret } from '../../one-time-secrets';
import { clearPendingEmail } from './pending-email';
import { NewPasswordForm } from '../passwords/new-password-form';
import { InvalidLink, invalidLinkTitle } from './invalid-link';
import { TimeZoneInput } from './time-zone-input';
import { passwordMessages } from '../passwords/password-messages';

/** Shows a form without using the link, because mail scanners open links, too (threat T9). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const link = await findEmailLink('confirm', params.token ?? '');
  return data(
    { email: link?.email ?? null, rejected: context.formRejected ?? false },
    { status: link ? 200 : 404 },
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const outcome = await completeRegistration(params.token ?? '', exactTextOf(form, 'password'), {
    address: context.clientAddress,
    timeZone: textOf(form, 'time_zone'),
    browserOwner: findBrowserOwner(request),
  });
  if ('error' in outcome) {
    if (outcome.error === 'link_invalid') return data(null, { status: 404 });
    return rejectForm(context, { error: { password: [passwordMessages[outcome.error]] } });
  }
  const headers = new Headers();
  headers.append(
    'Set-Cookie',
    await startSession(request, outcome.userId, context.clientAddress, 'portal', 'email_link'),
  );
  headers.append('Set-Cookie', await rememberDevice(outcome.email));
  headers.append(
    'Set-Cookie',
    rememberSecret(
      { userId: outcome.userId, accountId: outcome.credentials.clientId },
      outcome.credentials.clientSecret,
    ),
  );
  headers.append('Set-Cookie', clearPendingEmail('registration'));
  return redirect('/welcome', { headers });
}

export const meta = formTitle((data) =>
  (data as { email: string | null }).email ? 'Choose a password' : invalidLinkTitle,
);

export default function Confirm() {
  const { email } = useLoaderData<typeof loader>();
  if (!email) return <InvalidLink again={{ to: '/register', text: 'Register again' }} />;
  return (
    <AuthLayout
      title="Choose a password"
      lead={
        <p>
          For <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. You’ll be logged in
          right away.
        </p>
      }
    >
      <NewPasswordForm email={email} submit="Create account">
        <TimeZoneInput />
      </NewPasswordForm>
    </AuthLayout>
  );
}
