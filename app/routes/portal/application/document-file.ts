import type { LoaderFunctionArgs } from '@remix-run/node';
import { respondWithDocument } from '../../document-response';
import { requireMerchant } from '../../guards';
import { documentOf } from './document-id';

/** A merchant's own document, to save or, an image, to look at. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'account_manage');
  const document = await documentOf(account, params);
  return respondWithDocument(document, { preview: new URL(request.url).searchParams.has('preview') });
}
