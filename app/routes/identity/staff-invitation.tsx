import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import {
  acceptStaffInvitation,
  findStaffInvitation,
  type StaffInvitationRejection,
} from '~/identity/staff/staff-invitations';
import { startSecondFactorStep } from '~/identity/login/login';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { PasswordField } from '~/ui/forms/password-field';
import { exactTextOf, readForm } from '../forms/form-body';
import { actionHeaders, formatRetryDelay, rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { useRejectedForm } from '../forms/rejected-form';
import { setCookies } from '../set-cookies';
import { areaPaths } from './areas';
import { NewPasswordForm } from './passwords/new-password-form';
import { DocumentForm } from './email/document-form';
import { invalidLinkTitle } from './email/invalid-link';
import { passwordMessages } from './passwords/password-messages';
import { formatWait } from './email/wait-duration';

const fields = ['password'];

/** Shows a form without using the link, because mail scanners open links, too (threat T9). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const invitation = await findStaffInvitation(params.token ?? '');
  return data({ invitation, rejected: context.formRejected ?? false }, { status: invitation ? 200 : 404 });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const password = exactTextOf(await readForm(request), 'password');
  const outcome = await acceptStaffInvitation(params.token ?? '', password, context.clientAddress);
  if ('error' in outcome)
    return outcome.error === 'link_invalid'
      ? data(null, { status: 404 })
      : rejectForm(context, { error: { password: [problemOf(outcome)] } }, initOf(outcome));
  const { cookies, next } = (await startSecondFactorStep(outcome.userId, 'staff'))!;
  return redirect(next === 'code' ? areaPaths.staff.code : areaPaths.staff.setUp, {
    headers: setCookies(cookies),
  });
}

export const headers = actionHeaders;

function problemOf(rejection: Exclude<StaffInvitationRejection, { error: 'link_invalid' }>): string {
  if (rejection.error === 'too_many_attempts')
    return `Too many attempts. Wait ${formatWait(rejection.waitSeconds)}.`;
  return rejection.error === 'wrong_password'
    ? 'This isn’t your account’s password'
    : passwordMessages[rejection.error];
}

function initOf(rejection: StaffInvitationRejection) {
  return rejection.error === 'too_many_attempts' ? formatRetryDelay(rejection.waitSeconds) : {};
}

export const meta = formTitle((data) =>
  (data as { invitation: object | null }).invitation ? 'Join the staff' : invalidLinkTitle,
);

export default function StaffInvitation() {
  const { invitation } = useLoaderData<typeof loader>();
  if (!invitation)
    return (
      <AuthLayout
        area="staff"
        title={invalidLinkTitle}
        lead="It was already used, was revoked, or has expired. Ask the person who invited you to send a new one."
      >
        {null}
      </AuthLayout>
    );
  const { email, isKnown } = invitation;
  const who = <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>;
  return (
    <AuthLayout
      area="staff"
      title="Join the staff"
      lead={
        isKnown ? (
          <p>You have an account as {who}. Enter its password to continue.</p>
        ) : (
          <p>Choose a password for {who}. Next, you’ll set up a passkey or an authenticator app.</p>
        )
      }
    >
      {isKnown ? <PresentPassword email={email} /> : <NewPasswordForm email={email} submit="Continue" />}
    </AuthLayout>
  );
}

function PresentPassword({ email }: { email: string }) {
  const rejected = useRejectedForm();
  return (
    <DocumentForm fields={fields} submit="Continue">
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        error={rejected?.errors.password}
        required
      />
    </DocumentForm>
  );
}
