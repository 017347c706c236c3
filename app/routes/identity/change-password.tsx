import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { rememberDevice } from '~/identity/login/known-device';
import { changePassword } from '~/identity/passwords/password-change';
import { startSession } from '~/identity/sessions/sessions';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { exactTextOf, readForm } from '../form-body';
import { actionHeaders } from '../form-reply';
import { formTitle } from '../form-title';
import { requireConfirmed, requirePerson, sessionOver } from '../guards';
import { setCookies } from '../set-cookies';
import { areaPaths } from './areas';
import { ChoosePassword } from './choose-password';
import { refuseNewPassword } from './refused-password';
import { BackToSecurity } from './security/back-to-security';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  return {
    email: person.user.email,
    security: areaPaths[person.area].security,
    refused: context.formRefused ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  const { user, sessionId, area, confirmation } = person;
  const address = context.clientAddress;
  const outcome = await changePassword(
    { userId: user.id, actor: `${area}:${user.id}`, address, sessionId },
    exactTextOf(await readForm(request), 'password'),
  );
  if (outcome === 'session_over') throw sessionOver(request, area);
  if (outcome !== 'changed') return refuseNewPassword(context, outcome);
  const cookies = [
    await startSession(request, user.id, address, area, 'renewed', confirmation),
    await rememberDevice(user.email),
  ];
  return redirect(`${areaPaths[area].security}?password`, { headers: setCookies(cookies) });
}

export const headers = actionHeaders;

export const meta = formTitle('Change your password');

export default function ChangePassword() {
  const { email, security } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Change your password"
        lead={
          <>
            All other devices are logged out. <BackToSecurity to={security} />
          </>
        }
      />
      <Panel className="max-w-xl">
        <ChoosePassword email={email} submit="Change password" label="New password" />
      </Panel>
    </>
  );
}
