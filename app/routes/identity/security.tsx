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
import { requireConfirmed, requirePerson } from '../guards';
import { carryRecoveryCodes } from '../shown-once';
import { areaPaths } from './areas';
import { NoFactor } from './security/no-factor';
import { PresentFactor } from './security/present-factor';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, area } = await requirePerson(request);
  const [factor, codesLeft, role] = await Promise.all([findSecondFactor(user.id), countRecoveryCodes(user.id), findStaffRole(user.id)]);
  const state = factor && { since: factor.since, codesLeft, needed: role !== null };
  return { state, setUp: areaPaths[area].security + '/second-factor', turnedOff: new URL(request.url).searchParams.has('off'), refused: context.formRefused ?? false };
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
  return redirect(`${areaPaths[area].security}?off`, { headers: { 'Set-Cookie': await startSession(request, user.id, address, area, confirmation.confirmedWith) } });
}

export const headers = actionHeaders;

export const meta = formTitle('Security');

export default function Security() {
  const { state, setUp, turnedOff } = useLoaderData<typeof loader>();
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
      </div>
    </>
  );
}
