import type { LoaderFunctionArgs } from '@remix-run/node';
import { viewDocument } from '~/merchants/applications/review/document-views';
import { respondWithDocument } from '../documents/document-response';
import { requireStaff } from '../guards';
import { createNotFoundResponse } from './review-action';

/** A document to download or, with `?preview`, an image on the application's page. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const document = await viewDocument({
    documentId: params.id ?? '',
    readerId: user.id,
    address: context.clientAddress,
  });
  if (!document) throw createNotFoundResponse();
  if (document === 'own_account') throw new Response(null, { status: 403 });
  return respondWithDocument(document, { preview: new URL(request.url).searchParams.has('preview') });
}
