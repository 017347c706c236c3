import type { LoaderFunctionArgs } from '@remix-run/node';
import { pageWidths } from '~/documents/page-rendering';
import { accessDocument } from '~/merchants/applications/review/document-views';
import { respondWithDocument, respondWithDocumentPage } from '../documents/document-response';
import { requireStaff } from '../guards';
import { createNotFoundResponse } from './review-action';

/** A document to download or, with `?page=2&width=1600`, a page of it as an image. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const { searchParams } = new URL(request.url);
  const page = searchParams.get('page');
  const document = await accessDocument({
    documentId: params.id ?? '',
    readerId: user.id,
    address: context.clientAddress,
    access: page === null ? 'download' : 'view',
  });
  if (!document) throw createNotFoundResponse();
  if (document === 'own_account') throw new Response(null, { status: 403 });
  if (page === null) return respondWithDocument(document);
  const width = pageWidths.find((width) => String(width) === searchParams.get('width')) ?? pageWidths[0];
  const { signal } = request;
  return respondWithDocumentPage(document, { page: Number(page), width, readerId: user.id, signal });
}
