import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { emailAddress } from '~/identity/email/email-address';
import { logIn } from '~/identity/login/login';
import type { PasskeyRequest } from '~/identity/passkeys/passkey-assertions';
import { logInWithPasskey } from '~/identity/passkeys/passkey-login';
import type { Area } from '~/identity/sessions/session-store';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { Banner } from '~/ui/layout/banner';
import { PasswordField } from '~/ui/forms/password-field';
import { TextLink } from '~/ui/content/text-link';
import { readForm } from '../../forms/form-body';
import { actionHeaders, formatRetryDelay, rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireAnonymous } from '../../guards';
import { parseForm } from '../../forms/parse-form';
import { setCookies } from '../../set-cookies';
import { getArea, areaPaths, pathAfterLogin, getLoginStep } from '../areas';
import { DocumentForm } from '../email/document-form';
import { EmailField } from '../email/email-field';
import { describeLeave } from './leave-message';
import { PasskeyButton } from '../passkeys/passkey-button';
import { rejectPasskey, readPasskeyResponse } from '../passkeys/passkey-response';
import { formatWait } from '../email/wait-duration';

const credentials = z.object({
  email: emailAddress,
  password: z.string({ error: 'Enter your password' }).max(1024, 'This is too long to be your password'),
});
const fields = ['email', 'password'] as const;

const notices = {
  changed: { title: 'Password changed', text: 'Log in with the new one.' },
  ended: { title: 'Your session has ended', text: 'Log in again to continue.' },
  late: { title: 'Log in again', text: 'The time to enter the code has expired.' },
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAnonymous(request, getArea(request));
  const { searchParams } = new URL(request.url);
  const notice = (['changed', 'ended', 'late'] as const).find((name) => searchParams.has(name));
  return { area: getArea(request), rejected: context.formRejected ?? false, notice };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireAnonymous(request, getArea(request));
  const area = getArea(request);
  const sent = await readForm(request);
  const passkey = readPasskeyResponse(sent);
  if (passkey) {
    const outcome = await logInWithPasskey(request, { ...passkey, area, address: context.clientAddress });
    return 'cookies' in outcome
      ? redirect(pathAfterLogin(request, area), { headers: setCookies(outcome.cookies) })
      : rejectPasskey(context, outcome, { instead: ', or use your password' });
  }
  const form = parseForm(sent, credentials);
  if (form.status !== 'success') return rejectForm(context, form.reply({ hideFields: ['password'] }));
  const outcome = await logIn(request, { ...form.value, address: context.clientAddress, area });
  if ('cookies' in outcome) {
    const headers = setCookies(outcome.cookies);
    const steps = {
      none: pathAfterLogin(request, area),
      code: getLoginStep(request, areaPaths[area].code),
      set_up: getLoginStep(request, areaPaths.staff.setUp),
    };
    return redirect(steps[outcome.next], { headers });
  }
  if (outcome.error === 'invalid_credentials')
    return rejectForm(
      context,
      form.reply({
        hideFields: ['password'],
        formErrors: ['The email address or password is incorrect. Check both, or choose a new password.'],
      }),
    );
  if (outcome.error === 'on_leave')
    return rejectForm(
      context,
      form.reply({ hideFields: ['password'], formErrors: [describeLeave(outcome.until)] }),
    );
  const isBusy = outcome.error === 'too_busy';
  const wait = isBusy
    ? 'Many people are logging in right now. Wait a few seconds, then try again.'
    : `Too many attempts. Wait ${formatWait(outcome.waitSeconds)}, or choose a new password.`;
  return rejectForm(
    context,
    form.reply({ hideFields: ['password'], formErrors: [wait] }),
    formatRetryDelay(outcome.waitSeconds, isBusy ? 503 : 429),
  );
}

export const headers = actionHeaders;

const loadRequest = async (area: Area) =>
  (await (await fetch(areaPaths[area].passkey)).json()) as PasskeyRequest;

const titleOf = (area: Area) => (area === 'staff' ? 'Staff login' : 'Log in');

export const meta = formTitle((data) => titleOf((data as { area: Area }).area));

export default function Login() {
  const { area, notice } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <AuthLayout
      area={area}
      title={titleOf(area)}
      aside={
        area === 'portal' && (
          <>
            New here? <TextLink to="/register">Create an account</TextLink>, or{' '}
            <TextLink to="/docs">read the docs</TextLink>
          </>
        )
      }
    >
      {notice && !rejected && (
        <div className="mb-6">
          <Banner tone={notice === 'changed' ? 'positive' : 'info'} title={notices[notice].title} announced>
            {notices[notice].text}
          </Banner>
        </div>
      )}
      <DocumentForm
        fields={fields}
        submit="Log in"
        after={
          <>
            <PasskeyButton ask={{ load: () => loadRequest(area) }} autofill>
              Use a passkey
            </PasskeyButton>
            <p className="text-center">
              <TextLink to="/forgot-password" state={{ email: rejected?.input.email }}>
                Forgot your password?
              </TextLink>
            </p>
          </>
        }
      >
        <EmailField autoComplete="username webauthn" rejected={rejected} />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          error={rejected?.errors.password}
          required
        />
      </DocumentForm>
    </AuthLayout>
  );
}
