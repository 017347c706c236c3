import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findLookRecord, listLookPages } from '~/merchants/look-records';
import { isId } from '~/platform/ids';
import { typedIn } from '~/platform/list-address';
import { useBrandName } from '~/ui/brand';
import { Card } from '~/ui/card';
import { LookFacts } from '~/ui/look-facts';
import { LookPages, readBefore } from '~/ui/look-pages';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { TextLink } from '~/ui/text-link';
import { requireMerchant } from '../../guards';

export const meta = pageTitle('Look of the support');

/** What the support saw of this account, for those who may read its audit log. */
export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'audit_view');
  const look = isId('look', id) ? await findLookRecord({ id, accountId: account.id }) : null;
  if (!look) throw new Response(null, { status: 404 });
  const before = readBefore(typedIn(new URL(request.url).searchParams, 'before'));
  const { pages, before: older } = await listLookPages({ lookId: id, before });
  const { staffUserId: _staffUserId, account: _account, ...told } = look;
  // From where the staff works is theirs.
  return {
    look: told,
    pages: pages.map(({ address: _address, ...page }) => page),
    before: older,
    onLaterPage: before !== undefined,
  };
}

export default function Look() {
  const { look, pages, before, onLaterPage } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`${look.by} of ${useBrandName()} looked at this account`}
        lead={
          <>
            As a read-only member sees it: nothing could be changed or downloaded.{' '}
            <TextLink to="/audit-log">Audit log</TextLink>
          </>
        }
      />
      <div className="space-y-6">
        <Card>
          <LookFacts look={look} />
        </Card>
        <LookPages
          path={`/audit-log/looks/${look.id}`}
          pages={pages}
          before={before}
          onLaterPage={onLaterPage}
        />
      </div>
    </>
  );
}
