import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { rememberDevice } from '~/identity/login/known-device';
import { changePassword } from '~/identity/passwords/password-change';
import { startSession } from '~/identity/sessions/sessions';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { exactTextOf, readForm } from '../../forms/form-body';
import { actionHeaders } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmed, requirePerson, redirectToLogin } from '../../guards';
import { setCookies } from '../../set-cookies';
import { areaPaths } from '../areas';
import { NewPasswordForm } from './new-password-form';
import { rejectNewPassword } from './password-rejection';
import { BackToSecurity } from '../security/back-to-security';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await requirePerson(request);
  await requireConfirmed(request, person);
  return {
    email: person.user.email,
    security: areaPaths[person.area].security,
    rejected: context.formRejected ?? false,
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
  if (outcome === 'session_over') throw redirectToLogin(request, area);
  if (outcome !== 'changed') return rejectNewPassword(context, outcome);
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
            All other devices will be logged out. <BackToSecurity to={security} />
          </>
        }
      />
      <Panel className="max-w-xl">
        <NewPasswordForm email={email} submit="Change password" label="New password" />
      </Panel>
    </>
  );
}
