import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { countRecoveryCodes } from '~/identity/recovery-codes';
import { findSecondFactor, replaceRecoveryCodes, turnOffSecondFactor } from '~/identity/second-factor';
import { startSession } from '~/identity/sessions';
import { findStaffRole } from '~/identity/staff';
import { Banner } from '~/ui/banner';
import { PageHeader } from '~/ui/page-header';
import { readForm } from '../form-body';
import { actionHeaders, refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { requirePerson } from '../guards';
import { carryRecoveryCodes } from '../shown-once';
import { areaPaths } from './areas';
import { refuseUnconfirmed } from './refused-code';
import { NoFactor } from './security/no-factor';
import { OpenSessions } from './security/open-sessions';
import { PresentFactor } from './security/present-factor';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, area } = await requirePerson(request);
  const [factor, codesLeft, role] = await Promise.all([findSecondFactor(user.id), countRecoveryCodes(user.id), findStaffRole(user.id)]);
  const state = factor && { since: factor.since, codesLeft, needed: role !== null };
  return { state, sessions: areaPaths[area].sessions, setUp: areaPaths[area].security + '/second-factor', turnedOff: new URL(request.url).searchParams.has('off'), refused: context.formRefused ?? false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, area } = await requirePerson(request);
  const form = await readForm(request);
  const field = form.has('turnOff') ? 'turnOff' : 'newCodes';
  const needed = () => refuseForm(context, { error: { '': ['Staff cannot log in without codes'] } });
  // Before the code, which works once.
  if (field === 'turnOff' && (await findStaffRole(user.id))) return needed();
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

export default function Security() {
  const { state, sessions, setUp, turnedOff } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <PageHeader title="Security" lead="How you log in." />
      <div className="space-y-6">
        {turnedOff && !state && (
          <Banner tone="positive" title="Logging in with a code is turned off" live>
            Your password alone opens your account. All other devices are logged out.
          </Banner>
        )}
        {state ? <PresentFactor {...state} setUp={setUp} refused={refused} /> : <NoFactor setUp={setUp} />}
        <OpenSessions path={sessions} />
      </div>
    </>
  );
}
