import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMember } from '~/routes/guards';
import { requireDocument } from './document-access';
import { reply } from './document-reply';
import { toDocumentView } from './document-view';

/** A document's status, for a page that waits for the check. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, role } = await requireMember(request);
  return reply(toDocumentView(await requireDocument({ account, role }, params, 'see')));
}
