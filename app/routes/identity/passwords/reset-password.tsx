import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findEmailLink } from '~/identity/email/email-links';
import { resetPassword } from '~/identity/passwords/password-reset';
import { endSession } from '~/identity/sessions/sessions';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { exactTextOf, readForm } from '../../forms/form-body';
import { actionHeaders } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { NewPasswordForm } from './new-password-form';
import { InvalidLink, invalidLinkTitle } from '../email/invalid-link';
import { rejectNewPassword } from './password-rejection';

/** Shows a form without using the link, because mail scanners open links, too (threat T9). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const link = await findEmailLink('reset', params.token ?? '');
  return data(
    { email: link?.email ?? null, rejected: context.formRejected ?? false },
    { status: link ? 200 : 404 },
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const password = exactTextOf(await readForm(request), 'password');
  const outcome = await resetPassword(params.token ?? '', password, context.clientAddress);
  if (outcome === 'changed')
    return redirect('/login?changed', { headers: { 'Set-Cookie': await endSession(request) } });
  if (outcome === 'link_invalid') return data(null, { status: 404 });
  return rejectNewPassword(context, outcome);
}

export const headers = actionHeaders;

export const meta = formTitle((data) =>
  (data as { email: string | null }).email ? 'Choose a new password' : invalidLinkTitle,
);

export default function ResetPassword() {
  const { email } = useLoaderData<typeof loader>();
  if (!email) return <InvalidLink again={{ to: '/forgot-password', text: 'Ask for a new link' }} />;
  return (
    <AuthLayout
      title="Choose a new password"
      lead={
        <p>
          For <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. All devices will be
          logged out.
        </p>
      }
    >
      <NewPasswordForm email={email} submit="Change password" />
    </AuthLayout>
  );
}
