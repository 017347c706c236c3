import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Eye } from 'lucide-react';
import {
  findLatestSupportSession,
  listSupportSessionPages,
} from '~/merchants/support-sessions/support-session-records';
import { readTextParameter } from '~/platform/lists/list-url';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { EndSupportSessionForm } from '~/ui/support-sessions/support-session-banner';
import { SupportSessionDetails } from '~/ui/support-sessions/support-session-details';
import { SupportSessionPages, parsePageCursor } from '~/ui/support-sessions/support-session-pages';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireStaff } from '../../guards';

export const meta = pageTitle('Your support session');

/** The page after a support session has ended: its details as in the merchant's log. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'support_session_start');
  const supportSession = await findLatestSupportSession(user.id);
  const before = parsePageCursor(readTextParameter(new URL(request.url).searchParams, 'before'));
  return (
    supportSession && {
      step: supportSession,
      ...(await listSupportSessionPages({ supportSessionId: supportSession.id, before })),
      isLaterPage: before !== undefined,
    }
  );
}

export default function CurrentSupportSession() {
  const data = useLoaderData<typeof loader>();
  if (!data)
    return (
      <>
        <PageHeader title="Your support session" />
        <EmptyState icon={Eye} title="No support session yet">
          Open a merchant to start a support session. You’ll need a reason, and the merchant is notified.
        </EmptyState>
      </>
    );
  const { step: supportSession, pages, before, isLaterPage } = data;
  const isActive = supportSession.endedAt === null;
  return (
    <>
      <PageHeader
        title={
          isActive ? `Support session with ${supportSession.account.name}` : 'Your support session has ended'
        }
        lead="Your most recent support session. The merchant sees the same details in their audit log."
        action={
          isActive ? (
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/" reloadDocument>
                Return to session
              </ButtonLink>
              <EndSupportSessionForm />
            </div>
          ) : (
            <ButtonLink
              to={`/support/merchants/${supportSession.account.id}/support-session`}
              variant="secondary"
            >
              Start another session
            </ButtonLink>
          )
        }
      />
      <div className="space-y-6">
        <Panel>
          <SupportSessionDetails supportSession={supportSession} />
        </Panel>
        <SupportSessionPages
          path="/support/session"
          pages={pages}
          before={before}
          isLaterPage={isLaterPage}
        />
      </div>
    </>
  );
}
