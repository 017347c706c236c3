import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { renderAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { clearEnrollmentCookie, retrieveEnrollment } from '~/identity/second-factor/enrollment-cookie';
import { countRecoveryCodes } from '~/identity/second-factor/recovery-codes';
import { findSecondFactor, setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { createConfirmation } from '~/identity/sessions/session-store';
import { startSession } from '~/identity/sessions/sessions';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm, textOf } from '../form-body';
import { actionHeaders } from '../form-reply';
import { formTitle } from '../form-title';
import { requireConfirmed, requirePerson, sessionOver } from '../guards';
import { setCookies } from '../set-cookies';
import { carryRecoveryCodes } from '../shown-once';
import { areaPaths, pathAfterLogin, stepOfLogin } from './areas';
import { AuthenticatorSteps } from './authenticator-steps';
import { refuseCode } from './refused-code';
import { BackToSecurity } from './security/back-to-security';
import { SetUpWords } from './security/set-up-words';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  const { user, area } = person;
  const { secret, cookieHeader } = retrieveEnrollment(request, user.id);
  const [shown, factor, codesLeft] = await Promise.all([
    renderAuthenticatorSecret(secret, user.email),
    findSecondFactor(user.id),
    countRecoveryCodes(user.id),
  ]);
  return data(
    {
      ...shown,
      factor,
      codesLeft,
      security: areaPaths[area].security,
      refused: context.formRefused ?? false,
    },
    { headers: { 'Set-Cookie': cookieHeader } },
  );
}

/** A person who has a second factor already has shown that they hold it, before an app takes its place or stands beside it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  const { user, sessionId, area, confirmation } = person;
  const form = await readForm(request);
  const code = textOf(form, 'code');
  if (!code) return refuseCode(context, 'missing');
  // Never by the password alone, also when another tab has set one up since.
  const replaces = confirmation.confirmedWith !== 'password';
  const { secret } = retrieveEnrollment(request, user.id);
  const address = context.clientAddress;
  const outcome = await setUpSecondFactor({
    userId: user.id,
    actor: `${area}:${user.id}`,
    address,
    sessionId,
    secret,
    code,
    replaces,
  });
  if (outcome === 'session_over') throw sessionOver(request, area);
  if (outcome === 'wrong_code') return refuseCode(context, outcome);
  if (outcome === 'already_set_up') return redirect(areaPaths[area].security);
  const { recoveryCodes } = outcome;
  const cookies = [
    await startSession(request, user.id, address, area, 'renewed', createConfirmation('code')),
    clearEnrollmentCookie(),
    ...(recoveryCodes ? [carryRecoveryCodes(user.id, recoveryCodes)] : []),
  ];
  const { home, security, recoveryCodes: codesPage } = areaPaths[area];
  const next = pathAfterLogin(request, area);
  return redirect(
    recoveryCodes ? stepOfLogin(request, codesPage) : next === home ? `${security}?setUp` : next,
    { headers: setCookies(cookies) },
  );
}

export const headers = actionHeaders;

export const meta = formTitle('Set up an authenticator app');

export default function SecuritySetUp() {
  const { image, text, factor, codesLeft, security } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Set up an authenticator app"
        lead={
          <>
            <SetUpWords factor={factor} codesLeft={codesLeft} /> <BackToSecurity to={security} />
          </>
        }
      />
      <Panel className="max-w-xl">
        <AuthenticatorSteps image={image} text={text} />
      </Panel>
    </>
  );
}
