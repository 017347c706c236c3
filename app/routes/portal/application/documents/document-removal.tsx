import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RemovalForm } from '~/ui/forms/removal-form';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireMember } from '../../../guards';
import { requireDocument } from './document-access';
import { removalMessages } from './removal-messages';
import { parseReturnPath } from './return-path';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, role } = await requireMember(request);
  const document = await requireDocument({ account, role }, params, 'change');
  const returnTo = parseReturnPath(new URL(request.url).searchParams.get('returnTo'));
  // Removed already, maybe in another tab.
  if (document.replacedAt) return redirect(returnTo);
  return { id: document.id, fileName: document.fileName, returnTo };
}

export const meta = pageTitle('Remove a file');

/** The confirmation of a removal without scripts. With them, the page of the document asks. */
export default function DocumentRemoval() {
  const { id, fileName, returnTo } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={removalMessages.question(fileName)} lead={removalMessages.consequence} />
      <RemovalForm
        action={`/documents/${id}/remove`}
        submitLabel="Remove file"
        name="returnTo"
        value={returnTo}
        cancelUrl={returnTo}
        cancelLabel="Keep"
      />
    </>
  );
}
