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
import { readForm, textOf } from '../form-body';
import { actionHeaders, refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { requireHalfLogin } from '../guards';
import { setCookies } from '../set-cookies';
import { carryRecoveryCodes } from '../shown-once';
import { areaPaths, stepOfLogin } from './areas';
import { AuthenticatorSteps } from './authenticator-steps';
import { FirstPasskey } from './passkeys/first-passkey';
import { refuseCode } from './refused-code';
import { sentPasskey } from './sent-passkey';

/** A passkey that is made here is offered here alone. */
const scope = 'staff-login';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireHalfLogin(request, 'staff');
  if (await findSecondFactor(user.id)) return redirect(stepOfLogin(request, areaPaths.staff.code));
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
      refused: context.formRefused ?? false,
    },
    { headers: { 'Set-Cookie': cookieHeader } },
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  const login = await requireHalfLogin(request, 'staff');
  const { user } = login;
  const form = await readForm(request);
  const [code, passkey] = [textOf(form, 'code'), sentPasskey(form)];
  if (!code && !passkey) return refuseCode(context, 'missing');
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
  if (outcome === 'wrong_code') return refuseCode(context, outcome);
  if (outcome === 'already_set_up') return redirect(stepOfLogin(request, areaPaths.staff.code));
  if (typeof outcome === 'string')
    return refuseForm(context, {
      error: { '': ['The passkey could not be checked, or the time was over. Try again.'] },
    });
  const begun = await completeLogin(request, login, address, passkey ? 'passkey' : 'password_and_code');
  if (!begun) return redirect(areaPaths.staff.login);
  const cookies = [
    ...begun,
    endPendingLogin('staff'),
    clearEnrollmentCookie(),
    carryRecoveryCodes(user.id, outcome.recoveryCodes!),
  ];
  return redirect(stepOfLogin(request, areaPaths.staff.recoveryCodes), { headers: setCookies(cookies) });
}

export const headers = actionHeaders;

export const meta = formTitle('Set up your second factor');

export default function StaffSetUp() {
  const { image, text, offer } = useLoaderData<typeof loader>();
  return (
    <AuthLayout
      area="staff"
      title="Set up your second factor"
      lead="Staff log in with a passkey, or with a password and a code of an authenticator app. You can have both later."
    >
      <FirstPasskey offer={offer} />
      <AuthenticatorSteps image={image} text={text} />
    </AuthLayout>
  );
}
