import type { LoaderFunctionArgs } from '@remix-run/node';
import { respondWithDocument } from '~/routes/documents/document-response';
import { requireMember } from '~/routes/guards';
import { requireDocument } from './document-access';

/** A merchant's own document, to download or, for an image, to view. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, role } = await requireMember(request);
  const document = await requireDocument({ account, role }, params, 'see');
  return respondWithDocument(document, { preview: new URL(request.url).searchParams.has('preview') });
}
