import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useMemo } from 'react';
import { waysToConfirm } from '~/identity/passkey-confirmation';
import { listPasskeys } from '~/identity/passkeys';
import { countRecoveryCodes } from '~/identity/recovery-codes';
import { findSecondFactor, replaceRecoveryCodes, turnOffSecondFactor } from '~/identity/second-factor';
import { startSession } from '~/identity/sessions';
import { findStaffRole } from '~/identity/staff';
import { ErrorSummary } from '~/ui/error-summary';
import { PageHeader } from '~/ui/page-header';
import { readForm } from '../form-body';
import { actionHeaders, refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { requirePerson } from '../guards';
import { summaryOf } from '../refused-form';
import { carryRecoveryCodes } from '../shown-once';
import { areaPaths } from './areas';
import { refuseUnconfirmed } from './refused-code';
import { AppCard } from './security/app-card';
import { CodeForm } from './security/code-form';
import { Done } from './security/done';
import { OpenSessions } from './security/open-sessions';
import { PasskeyCard } from './security/passkey-card';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, area } = await requirePerson(request);
  const [factor, passkeys, codesLeft, role, ways] = await Promise.all([findSecondFactor(user.id), listPasskeys(user.id), countRecoveryCodes(user.id), findStaffRole(user.id), waysToConfirm(user.id)]);
  const { searchParams } = new URL(request.url);
  const done = (['off', 'added', 'renamed', 'removed'] as const).find((name) => searchParams.has(name));
  const mayTurnOff = factor?.appSince && (factor.passkeys > 0 || role === null);
  return { appSince: factor?.appSince ?? null, passkeys, codesLeft, mayTurnOff, ways, paths: { passkeys: areaPaths[area].passkeys, sessions: areaPaths[area].sessions, setUp: `${areaPaths[area].security}/second-factor` }, done, refused: context.formRefused ?? false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, area } = await requirePerson(request);
  const form = await readForm(request);
  const field = form.has('turnOff') ? 'turnOff' : 'newCodes';
  const needed = () => refuseForm(context, { error: { '': ['Staff cannot log in without a second factor'] } });
  // Before the code, which works once.
  if (field === 'turnOff' && !(await findSecondFactor(user.id))?.passkeys && (await findStaffRole(user.id))) return needed();
  const refused = await refuseUnconfirmed(context, { userId: user.id, form, field });
  if (refused) return refused;
  const address = context.clientAddress;
  const change = { userId: user.id, actor: `${area}:${user.id}`, address } as const;
  if (field === 'newCodes') return redirect(areaPaths[area].recoveryCodes, { headers: { 'Set-Cookie': carryRecoveryCodes(user.id, await replaceRecoveryCodes(change)) } });
  if ((await turnOffSecondFactor(change)) === 'needed_for_staff') return needed();
  return redirect(`${areaPaths[area].security}?off`, { headers: { 'Set-Cookie': await startSession(request, user.id, address, area) } });
}

export const headers = actionHeaders;

export const meta = formTitle('Security');

const fields = ['newCodes', 'turnOff'];

export default function Security() {
  const { appSince, passkeys, codesLeft, mayTurnOff, ways, paths, done } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const errors = useMemo(() => summaryOf(refused, fields), [refused]);
  return (
    <>
      <PageHeader title="Security" lead="How you log in." />
      <div className="space-y-6">
        {done && !refused && <Done done={done} unprotected={!ways} />}
        <ErrorSummary errors={errors} />
        <PasskeyCard passkeys={passkeys} path={paths.passkeys} />
        <AppCard since={appSince} besidePasskeys={passkeys.length > 0} setUp={paths.setUp} />
        {ways && (
          <CodeForm title="Recovery codes" field="newCodes" to="to make new ones" submit="Make new codes" ways={ways} refused={refused}>
            {`You have ${codesLeft} left. Make new ones when you have used most of them, or somebody may have seen them: those you have stop working.`}
          </CodeForm>
        )}
        {ways && mayTurnOff && (
          <CodeForm title="Turn off the app" field="turnOff" to="to turn it off" submit="Turn off" ways={ways} refused={refused}>
            {`${passkeys.length ? 'After your password, only a passkey or a recovery code will open your account.' : 'Your password alone will open your account.'} All other devices are logged out.`}
          </CodeForm>
        )}
        <OpenSessions path={paths.sessions} />
      </div>
    </>
  );
}
