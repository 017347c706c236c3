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
import { readForm, textOf } from '../forms/form-body';
import { actionHeaders } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireConfirmed, requirePerson, redirectToLogin } from '../guards';
import { setCookies } from '../set-cookies';
import { rememberRecoveryCodes } from '../one-time-secrets';
import { areaPaths, pathAfterLogin, getLoginStep } from './areas';
import { AuthenticatorSteps } from './second-factor/authenticator-steps';
import { rejectCode } from './second-factor/code-rejection';
import { BackToSecurity } from './security/back-to-security';
import { SetUpDescription } from './security/set-up-description';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  const { user, area } = person;
  const { secret, cookieHeader } = retrieveEnrollment(request, user.id);
  const [enrollment, factor, codesLeft] = await Promise.all([
    renderAuthenticatorSecret(secret, user.email),
    findSecondFactor(user.id),
    countRecoveryCodes(user.id),
  ]);
  return data(
    {
      ...enrollment,
      factor,
      codesLeft,
      security: areaPaths[area].security,
      rejected: context.formRejected ?? false,
    },
    { headers: { 'Set-Cookie': cookieHeader } },
  );
}

/** A person with a second factor has confirmed it before an app replaces it or is added. */
export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  const { user, sessionId, area, confirmation } = person;
  const form = await readForm(request);
  const code = textOf(form, 'code');
  if (!code) return rejectCode(context, 'missing');
  // Never with the password alone, even if another tab has set one up since.
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
  if (outcome === 'session_over') throw redirectToLogin(request, area);
  if (outcome === 'wrong_code') return rejectCode(context, outcome);
  if (outcome === 'already_set_up') return redirect(areaPaths[area].security);
  const { recoveryCodes } = outcome;
  const cookies = [
    await startSession(request, user.id, address, area, 'renewed', createConfirmation('code')),
    clearEnrollmentCookie(),
    ...(recoveryCodes ? [rememberRecoveryCodes(user.id, recoveryCodes)] : []),
  ];
  const { home, security, recoveryCodes: codesPage } = areaPaths[area];
  const next = pathAfterLogin(request, area);
  return redirect(
    recoveryCodes ? getLoginStep(request, codesPage) : next === home ? `${security}?setUp` : next,
    { headers: setCookies(cookies) },
  );
}

export const headers = actionHeaders;

export const meta = formTitle('Set up an authenticator app');

export default function SecuritySetUp() {
  const { image, text, url, factor, codesLeft, security } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Set up an authenticator app"
        lead={
          <>
            <SetUpDescription factor={factor} codesLeft={codesLeft} /> <BackToSecurity to={security} />
          </>
        }
      />
      <Panel className="max-w-xl">
        <AuthenticatorSteps image={image} text={text} url={url} />
      </Panel>
    </>
  );
}
