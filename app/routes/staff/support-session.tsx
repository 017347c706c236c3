import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import {
  findSupportSessionRecord,
  listSupportSessionPages,
} from '~/merchants/support-sessions/support-session-records';
import { isId } from '~/platform/ids';
import { readTextParameter } from '~/platform/lists/list-url';
import { Panel } from '~/ui/layout/panel';
import { SupportSessionDetails } from '~/ui/support-sessions/support-session-details';
import { SupportSessionPages, parsePageCursor } from '~/ui/support-sessions/support-session-pages';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { requireStaff } from '../guards';

export const meta = pageTitle('Support session');

export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  await requireStaff(request, 'support_sessions_view');
  const supportSession = isId('sup', id) ? await findSupportSessionRecord({ id }) : null;
  if (!supportSession) throw new Response(null, { status: 404 });
  const before = parsePageCursor(readTextParameter(new URL(request.url).searchParams, 'before'));
  return {
    step: supportSession,
    ...(await listSupportSessionPages({ supportSessionId: id, before })),
    isLaterPage: before !== undefined,
  };
}

export default function StaffSupportSession() {
  const { step: supportSession, pages, before, isLaterPage } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`${supportSession.by} viewed ${supportSession.account.name}`}
        lead={<TextLink to="/staff/support-sessions">All support sessions</TextLink>}
      />
      <div className="space-y-6">
        <Panel>
          <SupportSessionDetails supportSession={supportSession} />
        </Panel>
        <SupportSessionPages
          path={`/staff/support-sessions/${supportSession.id}`}
          pages={pages}
          before={before}
          isLaterPage={isLaterPage}
        />
      </div>
    </>
  );
}
