import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMerchant } from '../../guards';
import { documentOf } from './document-id';
import { reply } from './document-reply';
import { shownDocument } from './shown-document';

/** How a document stands, for a page that waits until it is checked. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'account_manage');
  return reply(shownDocument(await documentOf(account, params)));
}
