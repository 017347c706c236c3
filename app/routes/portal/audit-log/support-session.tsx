import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import {
  findSupportSessionRecord,
  listSupportSessionPages,
} from '~/merchants/support-sessions/support-session-records';
import { isId } from '~/platform/ids';
import { readTextParameter } from '~/platform/lists/list-url';
import { useBrandName } from '~/ui/layout/brand';
import { Panel } from '~/ui/layout/panel';
import { SupportSessionDetails } from '~/ui/support-sessions/support-session-details';
import { SupportSessionPages, parsePageCursor } from '~/ui/support-sessions/support-session-pages';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { requireMerchant } from '../../guards';

export const meta = pageTitle('Support session');

/** The pages that support viewed, for people who can read the audit log. */
export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'audit_view');
  const supportSession = isId('sup', id)
    ? await findSupportSessionRecord({ id, accountId: account.id })
    : null;
  if (!supportSession) throw new Response(null, { status: 404 });
  const before = parsePageCursor(readTextParameter(new URL(request.url).searchParams, 'before'));
  const { pages, before: older } = await listSupportSessionPages({ supportSessionId: id, before });
  const { staffUserId: _staffUserId, account: _account, ...sessionDetails } = supportSession;
  // Staff addresses aren't shown.
  return {
    supportSession: sessionDetails,
    pages: pages.map(({ address: _address, ...page }) => page),
    before: older,
    onLaterPage: before !== undefined,
  };
}

export default function SupportSessionPage() {
  const { supportSession, pages, before, onLaterPage } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`${supportSession.by} of ${useBrandName()} viewed this account`}
        lead={
          <>
            Read-only: nothing could be changed or downloaded. <TextLink to="/audit-log">Audit log</TextLink>
          </>
        }
      />
      <div className="space-y-6">
        <Panel>
          <SupportSessionDetails supportSession={supportSession} />
        </Panel>
        <SupportSessionPages
          path={`/audit-log/support-sessions/${supportSession.id}`}
          pages={pages}
          before={before}
          isLaterPage={onLaterPage}
        />
      </div>
    </>
  );
}
