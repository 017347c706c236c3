import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { showAuthenticatorSecret } from '~/identity/authenticator';
import { endEnrolment, enrolmentOf } from '~/identity/enrolment';
import { endHalfLogin } from '~/identity/half-login';
import { finishLogin } from '~/identity/login';
import { findSecondFactor, setUpSecondFactor } from '~/identity/second-factor';
import { AuthLayout } from '~/ui/auth-layout';
import { readForm, textOf } from '../form-body';
import { formTitle } from '../form-title';
import { requireHalfLogin } from '../guards';
import { carryRecoveryCodes } from '../shown-once';
import { areaPaths, stepOfLogin } from './areas';
import { AuthenticatorSteps } from './authenticator-steps';
import { refuseCode } from './refused-code';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireHalfLogin(request, 'staff');
  if (await findSecondFactor(user.id)) return redirect(stepOfLogin(request, areaPaths.staff.code));
  const { secret, keep } = enrolmentOf(request, user.id);
  return data({ ...(await showAuthenticatorSecret(secret, user.email)), refused: context.formRefused ?? false }, { headers: { 'Set-Cookie': keep } });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const login = await requireHalfLogin(request, 'staff');
  const { user } = login;
  const code = textOf(await readForm(request), 'code');
  if (!code) return refuseCode(context, 'missing');
  const { secret } = enrolmentOf(request, user.id);
  const address = context.clientAddress;
  const outcome = await setUpSecondFactor({ userId: user.id, actor: `staff:${user.id}`, address, secret, code, replaces: false });
  if (outcome === 'wrong_code') return refuseCode(context, outcome);
  if (outcome === 'already_set_up') return redirect(stepOfLogin(request, areaPaths.staff.code));
  const cookies = [...(await finishLogin(request, login, address, 'password_and_code')), endHalfLogin('staff'), endEnrolment(), carryRecoveryCodes(user.id, outcome.recoveryCodes)];
  return redirect(stepOfLogin(request, areaPaths.staff.recoveryCodes), { headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]) });
}

export const meta = formTitle('Set up your authenticator app');

export default function StaffSetUp() {
  const { image, text } = useLoaderData<typeof loader>();
  return (
    <AuthLayout area="staff" title="Set up your authenticator app" lead="Staff log in with a password and a code. Any authenticator app will do.">
      <AuthenticatorSteps image={image} text={text} />
    </AuthLayout>
  );
}
