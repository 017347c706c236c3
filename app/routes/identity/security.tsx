import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findEmailChange } from '~/identity/email/email-change';
import { resolvePasskeyArea } from '~/identity/passkeys/webauthn';
import { listPasskeys } from '~/identity/passkeys/passkeys';
import { countRecoveryCodes } from '~/identity/second-factor/recovery-codes';
import {
  findSecondFactor,
  replaceRecoveryCodes,
  turnOffSecondFactor,
} from '~/identity/second-factor/second-factor';
import { startSession } from '~/identity/sessions/sessions';
import { cancelFactorReset, findOpenFactorReset } from '~/identity/staff/factor-resets';
import { findStaffRole } from '~/identity/staff/staff';
import { isId } from '~/platform/ids';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm, textOf } from '../forms/form-body';
import { actionHeaders, rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireConfirmed, requirePerson, redirectToLogin } from '../guards';
import { useErrorSummary } from '../forms/rejected-form';
import { rememberRecoveryCodes } from '../one-time-secrets';
import { areaPaths } from './areas';
import { AppCard } from './security/app-card';
import { ChangeForm } from './security/change-form';
import { readSecurityFlashMessage, SecurityFlashMessage } from './security/flash-message';
import { OwnFactorReset } from './security/own-factor-reset';
import { OpenSessions } from './security/open-sessions';
import { PersonalDetails } from './security/personal-details';
import { PasskeyCard } from './security/passkey-card';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, area } = await requirePerson(request);
  const [factor, passkeys, codesLeft, role, waiting, reset] = await Promise.all([
    findSecondFactor(user.id),
    listPasskeys(user.id),
    countRecoveryCodes(user.id),
    findStaffRole(user.id),
    findEmailChange(user.id),
    findOpenFactorReset(user.id),
  ]);
  const mayTurnOff =
    factor !== null &&
    factor.appSince !== null &&
    (role === null || passkeys.some((passkey) => passkey.area === resolvePasskeyArea('staff')));
  const paths = areaPaths[area];
  const visiblePasskeys = passkeys.map((passkey) => ({
    ...passkey,
    worksHere: passkey.area === resolvePasskeyArea(area),
  }));
  return {
    factor,
    passkeys: visiblePasskeys,
    codesLeft,
    mayTurnOff,
    reset: area === 'staff' ? reset : null,
    own: { name: user.name, email: user.email, waiting, security: paths.security },
    paths,
    flashMessage: readSecurityFlashMessage(new URL(request.url)),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requirePerson(request);
  const { user, sessionId, area, confirmation } = person;
  const address = context.clientAddress;
  const change = { userId: user.id, actor: `${area}:${user.id}`, address } as const;
  const form = await readForm(request);
  // Without a confirmation, because it makes the access safer.
  if (form.has('cancelReset') && area === 'staff') {
    const id = textOf(form, 'cancelReset');
    const outcome = isId('sfr', id) ? await cancelFactorReset(change, id) : 'moved_on';
    return redirect(`${areaPaths[area].security}${outcome === 'canceled' ? '?resetCanceled' : ''}`);
  }
  await requireConfirmed(request, person);
  if (form.has('newCodes')) {
    const codes = await replaceRecoveryCodes(change);
    // Submitted twice or from an outdated page: no second factor is left for the codes.
    return codes
      ? redirect(areaPaths[area].recoveryCodes, {
          headers: { 'Set-Cookie': rememberRecoveryCodes(user.id, codes) },
        })
      : redirect(areaPaths[area].security);
  }
  if (!form.has('turnOff')) return redirect(areaPaths[area].security);
  const outcome = await turnOffSecondFactor({ ...change, sessionId });
  if (outcome === 'session_over') throw redirectToLogin(request, area);
  if (outcome === 'needed_for_staff')
    return rejectForm(context, { error: { '': ['Staff can’t log in without a second factor'] } });
  return redirect(`${areaPaths[area].security}?off`, {
    headers: { 'Set-Cookie': await startSession(request, user.id, address, area, 'renewed', confirmation) },
  });
}

export const headers = actionHeaders;

export const meta = formTitle('Security');

export default function Security() {
  const { factor, passkeys, codesLeft, mayTurnOff, reset, own, paths, flashMessage } =
    useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const errors = useErrorSummary(rejected, []);
  return (
    <>
      <PageHeader title="Security" lead="Your details and login methods." />
      <div className="space-y-6">
        {flashMessage && !rejected && <SecurityFlashMessage name={flashMessage} unprotected={!factor} />}
        <ErrorSummary errors={errors} />
        {reset && <OwnFactorReset reset={reset} />}
        <PersonalDetails {...own} />
        <PasskeyCard passkeys={passkeys} path={paths.passkeys} />
        <AppCard
          since={factor?.appSince ?? null}
          besidePasskeys={passkeys.length > 0}
          setUp={`${paths.security}/second-factor`}
        />
        {factor && (
          <ChangeForm title="Recovery codes" name="newCodes" submit="Create new codes">
            {`You have ${codesLeft} left. Create new codes when you’re running low or someone may have seen them. Your current codes will stop working.`}
          </ChangeForm>
        )}
        {mayTurnOff && (
          <ChangeForm title="Turn off the app" name="turnOff" submit="Turn off">
            {`${passkeys.length ? 'You’ll need a passkey or a recovery code after your password.' : 'Your password alone will be enough to log in.'} All other devices will be logged out.`}
          </ChangeForm>
        )}
        <OpenSessions path={paths.sessions} />
      </div>
    </>
  );
}
