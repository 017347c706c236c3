import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { rememberDevice } from '~/identity/login/known-device';
import { endSessionById, endOtherSessions, listSessions } from '~/identity/sessions/session-list';
import { endSession } from '~/identity/sessions/sessions';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { readForm, textOf } from '../forms/form-body';
import { requirePerson } from '../guards';
import { areaPaths } from './areas';
import { BackToSecurity } from './security/back-to-security';
import { EndOthers } from './sessions/end-others';
import { SessionTable } from './sessions/session-table';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, sessionId, area } = await requirePerson(request);
  const sessions = await listSessions(user.id, sessionId);
  const { searchParams } = new URL(request.url);
  const done = (['ended', 'gone', 'others'] as const).find((name) => searchParams.has(name)) ?? null;
  const { security, sessions: path } = areaPaths[area];
  return {
    sessions,
    done,
    security,
    path,
    inBothAreas: new Set(sessions.map((session) => session.area)).size > 1,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, sessionId, area } = await requirePerson(request);
  const form = await readForm(request);
  const by = { userId: user.id, area, address: context.clientAddress };
  const { sessions, login } = areaPaths[area];
  if (form.has('others')) {
    const ended = await endOtherSessions(sessionId, by);
    return redirect(`${sessions}?others`, ended ? { headers: await staysKnown(user) } : {});
  }
  const outcome = await endSessionById(textOf(form, 'end'), { ...by, ownId: sessionId });
  if (outcome === 'logged_out')
    return redirect(login, { headers: { 'Set-Cookie': await endSession(request, area) } });
  return outcome === 'ended'
    ? redirect(`${sessions}?ended`, { headers: await staysKnown(user) })
    : redirect(`${sessions}?gone`);
}

/** The browser that ended the other sessions stays known. */
const staysKnown = async ({ email }: { email: string }) => ({ 'Set-Cookie': await rememberDevice(email) });

export const meta = pageTitle('Open sessions');

const flashMessages = {
  ended: { title: 'Session ended', text: 'That browser was logged out.' },
  gone: { title: 'That session had already ended', text: 'You don’t need to do anything.' },
  others: { title: 'All other sessions ended', text: 'Only this browser is still logged in.' },
};

export default function Sessions() {
  const { sessions, done, security, path, inBothAreas } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Open sessions"
        lead={
          <>
            Where you’re logged in. End sessions you don’t recognize or no longer use.{' '}
            <BackToSecurity to={security} />
          </>
        }
      />
      <div className="space-y-6">
        {done && (
          <Banner tone={done === 'gone' ? 'info' : 'positive'} title={flashMessages[done].title} announced>
            {flashMessages[done].text}
          </Banner>
        )}
        <Panel title="Browsers" action={sessions.length > 1 && <EndOthers path={path} />}>
          <SessionTable path={path} sessions={sessions} inBothAreas={inBothAreas} />
        </Panel>
      </div>
    </>
  );
}
