import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findLookRecord, listLookPages } from '~/merchants/look-records';
import { isId } from '~/platform/ids';
import { typedIn } from '~/platform/list-address';
import { Card } from '~/ui/card';
import { LookFacts } from '~/ui/look-facts';
import { LookPages, readBefore } from '~/ui/look-pages';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { TextLink } from '~/ui/text-link';
import { requireStaff } from '../guards';

export const meta = pageTitle('A look');

export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  await requireStaff(request, 'looks_view');
  const look = isId('look', id) ? await findLookRecord({ id }) : null;
  if (!look) throw new Response(null, { status: 404 });
  const before = readBefore(typedIn(new URL(request.url).searchParams, 'before'));
  return { look, ...(await listLookPages({ lookId: id, before })), onLaterPage: before !== undefined };
}

export default function Look() {
  const { look, pages, before, onLaterPage } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`${look.by} looked at ${look.account.name}`}
        lead={<TextLink to="/staff/looks">All looks</TextLink>}
      />
      <div className="space-y-6">
        <Card>
          <LookFacts look={look} />
        </Card>
        <LookPages path={`/staff/looks/${look.id}`} pages={pages} before={before} onLaterPage={onLaterPage} />
      </div>
    </>
  );
}
