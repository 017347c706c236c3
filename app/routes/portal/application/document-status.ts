import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMember } from '../../guards';
import { documentOf } from './document-id';
import { reply } from './document-reply';
import { shownDocument } from './shown-document';

/** How a document stands, for a page that waits until it is checked. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, role } = await requireMember(request);
  return reply(shownDocument(await documentOf({ account, role }, params, 'see')));
}
