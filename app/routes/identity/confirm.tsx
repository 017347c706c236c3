import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findEmailLink } from '~/identity/email/email-links';
import { rememberDevice } from '~/identity/login/known-device';
import { startSession } from '~/identity/sessions/sessions';
import { completeRegistration } from '~/merchants/accounts/registration';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { exactTextOf, readForm } from '../form-body';
import { refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { carrySecret } from '../shown-once';
import { stopAwaiting } from './awaited-mail';
import { ChoosePassword } from './choose-password';
import { LinkInvalid, linkInvalidTitle } from './link-invalid';
import { passwordWords } from './password-words';

/** Shows a form and uses nothing up: mail scanners open links too (threat T9). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const link = await findEmailLink('confirm', params.token ?? '');
  return data(
    { email: link?.email ?? null, refused: context.formRefused ?? false },
    { status: link ? 200 : 404 },
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const password = exactTextOf(await readForm(request), 'password');
  const outcome = await completeRegistration(params.token ?? '', password, context.clientAddress);
  if ('error' in outcome) {
    if (outcome.error === 'link_invalid') return data(null, { status: 404 });
    return refuseForm(context, { error: { password: [passwordWords[outcome.error]] } });
  }
  const headers = new Headers();
  headers.append(
    'Set-Cookie',
    await startSession(request, outcome.userId, context.clientAddress, 'portal', 'email_link'),
  );
  headers.append('Set-Cookie', await rememberDevice(outcome.email));
  headers.append(
    'Set-Cookie',
    carrySecret(
      { userId: outcome.userId, accountId: outcome.credentials.clientId },
      outcome.credentials.clientSecret,
    ),
  );
  headers.append('Set-Cookie', stopAwaiting('registration'));
  return redirect('/welcome', { headers });
}

export const meta = formTitle((data) =>
  (data as { email: string | null }).email ? 'Choose a password' : linkInvalidTitle,
);

export default function Confirm() {
  const { email } = useLoaderData<typeof loader>();
  if (!email) return <LinkInvalid again={{ to: '/register', text: 'Register again' }} />;
  return (
    <AuthLayout
      title="Choose a password"
      lead={
        <p>
          For <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. After this you are
          logged in.
        </p>
      }
    >
      <ChoosePassword email={email} submit="Create account" />
    </AuthLayout>
  );
}
