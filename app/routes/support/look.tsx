import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Eye } from 'lucide-react';
import { findLatestLook, listLookPages } from '~/merchants/look-records';
import { typedIn } from '~/platform/list-address';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty-state';
import { EndLook } from '~/ui/look-band';
import { LookFacts } from '~/ui/look-facts';
import { LookPages, readBefore } from '~/ui/look-pages';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { requireStaff } from '../guards';

export const meta = pageTitle('Your look');

/** What somebody comes back to whose look is over: what it was, and what stands in the merchant's log of it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'portal_look');
  const look = await findLatestLook(user.id);
  const before = readBefore(typedIn(new URL(request.url).searchParams, 'before'));
  return (
    look && { look, ...(await listLookPages({ lookId: look.id, before })), onLaterPage: before !== undefined }
  );
}

export default function OwnLook() {
  const found = useLoaderData<typeof loader>();
  if (!found)
    return (
      <>
        <PageHeader title="Your look" />
        <EmptyState icon={Eye} title="You have not looked through a merchant’s eyes yet">
          A look begins at a merchant, with a reason. The merchant is told.
        </EmptyState>
      </>
    );
  const { look, pages, before, onLaterPage } = found;
  const goesOn = look.endedAt === null;
  return (
    <>
      <PageHeader
        title={goesOn ? `You are looking at ${look.account.name}` : 'Your look is over'}
        lead="What you saw last through a merchant’s eyes. It stands in their audit log as it stands here."
        action={
          goesOn ? (
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/" reloadDocument>
                Go on looking
              </ButtonLink>
              <EndLook />
            </div>
          ) : (
            <ButtonLink to={`/support/merchants/${look.account.id}/look`} variant="secondary">
              Look again
            </ButtonLink>
          )
        }
      />
      <div className="space-y-6">
        <Card>
          <LookFacts look={look} />
        </Card>
        <LookPages path="/support/look" pages={pages} before={before} onLaterPage={onLaterPage} />
      </div>
    </>
  );
}
