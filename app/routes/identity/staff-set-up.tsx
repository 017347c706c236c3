import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { renderAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { clearEnrollmentCookie, retrieveEnrollment } from '~/identity/second-factor/enrollment-cookie';
import { endPendingLogin } from '~/identity/login/pending-login';
import { completeLogin } from '~/identity/login/login';
import { requestPasskeyRegistration } from '~/identity/passkeys/passkey-registration';
import { suggestPasskeyName } from '~/identity/passkeys/passkey-name';
import { addPasskey } from '~/identity/passkeys/passkeys';
import { findSecondFactor, setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { readForm, textOf } from '../forms/form-body';
import { actionHeaders, rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requirePendingLogin } from '../guards';
import { setCookies } from '../set-cookies';
import { rememberRecoveryCodes } from '../one-time-secrets';
import { areaPaths, getLoginStep } from './areas';
import { AuthenticatorSteps } from './second-factor/authenticator-steps';
import { FirstPasskey } from './passkeys/first-passkey';
import { rejectCode } from './second-factor/code-rejection';
import { readPasskeyResponse } from './passkeys/passkey-response';

/** A passkey created here is valid for this offer only. */
const scope = 'staff-login';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requirePendingLogin(request, 'staff');
  if (await findSecondFactor(user.id)) return redirect(getLoginStep(request, areaPaths.staff.code));
  const { secret, cookieHeader } = retrieveEnrollment(request, user.id);
  const offer = await requestPasskeyRegistration({
    userId: user.id,
    area: 'staff',
    scope,
    email: user.email,
    name: user.name,
  });
  return data(
    {
      ...(await renderAuthenticatorSecret(secret, user.email)),
      offer,
      rejected: context.formRejected ?? false,
    },
    { headers: { 'Set-Cookie': cookieHeader } },
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  const login = await requirePendingLogin(request, 'staff');
  const { user } = login;
  const form = await readForm(request);
  const [code, passkey] = [textOf(form, 'code'), readPasskeyResponse(form)];
  if (!code && !passkey) return rejectCode(context, 'missing');
  const { secret } = retrieveEnrollment(request, user.id);
  const address = context.clientAddress;
  const change = { userId: user.id, actor: `staff:${user.id}`, address } as const;
  const outcome = passkey
    ? await addPasskey({
        ...change,
        ...passkey,
        area: 'staff',
        scope,
        name: suggestPasskeyName(request),
        first: true,
      })
    : await setUpSecondFactor({ ...change, secret, code, replaces: false });
  if (outcome === 'wrong_code') return rejectCode(context, outcome);
  if (outcome === 'already_set_up') return redirect(getLoginStep(request, areaPaths.staff.code));
  if (typeof outcome === 'string')
    return rejectForm(context, {
      error: { '': ['The passkey couldn’t be verified, or the time expired. Try again.'] },
    });
  const begun = await completeLogin(request, login, address, passkey ? 'passkey' : 'password_and_code');
  if (!begun) return redirect(areaPaths.staff.login);
  const cookies = [
    ...begun,
    endPendingLogin('staff'),
    clearEnrollmentCookie(),
    rememberRecoveryCodes(user.id, outcome.recoveryCodes!),
  ];
  return redirect(getLoginStep(request, areaPaths.staff.recoveryCodes), { headers: setCookies(cookies) });
}

export const headers = actionHeaders;

export const meta = formTitle('Set up your second factor');

export default function StaffSetUp() {
  const { image, text, url, offer } = useLoaderData<typeof loader>();
  return (
    <AuthLayout
      area="staff"
      title="Set up your second factor"
      lead="Staff log in with a passkey, or with a password and a code from an authenticator app. You can add the other one later."
    >
      <FirstPasskey offer={offer} />
      <AuthenticatorSteps image={image} text={text} url={url} />
    </AuthLayout>
  );
}
