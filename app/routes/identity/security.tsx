import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findEmailChange } from '~/identity/email-change';
import { countRecoveryCodes } from '~/identity/recovery-codes';
import { findSecondFactor, replaceRecoveryCodes, turnOffSecondFactor } from '~/identity/second-factor';
import { startSession } from '~/identity/sessions';
import { findStaffRole } from '~/identity/staff';
import { PageHeader } from '~/ui/page-header';
import { readForm } from '../form-body';
import { actionHeaders, refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { requireConfirmed, requirePerson } from '../guards';
import { carryRecoveryCodes } from '../shown-once';
import { areaPaths } from './areas';
import { newsIn, SecurityNews } from './security/news';
import { NoFactor } from './security/no-factor';
import { OpenSessions } from './security/open-sessions';
import { OwnDetails } from './security/own-details';
import { PresentFactor } from './security/present-factor';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, area } = await requirePerson(request);
  const [factor, codesLeft, role, waiting] = await Promise.all([findSecondFactor(user.id), countRecoveryCodes(user.id), findStaffRole(user.id), findEmailChange(user.id)]);
  const state = factor && { since: factor.since, codesLeft, needed: role !== null };
  const { security, sessions } = areaPaths[area];
  return { state, sessions, own: { name: user.name, email: user.email, waiting, security }, setUp: `${security}/second-factor`, news: newsIn(new URL(request.url)), refused: context.formRefused ?? false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  const { user, area, confirmation } = person;
  const form = await readForm(request);
  const address = context.clientAddress;
  const change = { userId: user.id, actor: `${area}:${user.id}`, address } as const;
  if (form.has('newCodes')) {
    const codes = await replaceRecoveryCodes(change);
    // Sent twice, or from a page of before: there is no app any more that they could stand in for.
    return codes ? redirect(areaPaths[area].recoveryCodes, { headers: { 'Set-Cookie': carryRecoveryCodes(user.id, codes) } }) : redirect(areaPaths[area].security);
  }
  if (!form.has('turnOff')) return redirect(areaPaths[area].security);
  if ((await turnOffSecondFactor(change)) === 'needed_for_staff') return refuseForm(context, { error: { '': ['Staff cannot log in without codes'] } });
  return redirect(`${areaPaths[area].security}?off`, { headers: { 'Set-Cookie': await startSession(request, user.id, address, area, 'renewed', confirmation.confirmedWith) } });
}

export const headers = actionHeaders;

export const meta = formTitle('Security');

export default function Security() {
  const { state, sessions, own, setUp, news } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <PageHeader title="Security" lead="Who you are, and how you log in." />
      <div className="space-y-6">
        {news && !refused && <SecurityNews name={news} />}
        <OwnDetails {...own} />
        {state ? <PresentFactor {...state} setUp={setUp} refused={refused} /> : <NoFactor setUp={setUp} />}
        <OpenSessions path={sessions} />
      </div>
    </>
  );
}
