import type { ActionFunctionArgs } from '@remix-run/node';
import { completeDocumentUpload } from '~/merchants/applications/application-documents';
import { canUploadEvidence } from '~/payments/disputes/evidence';
import { requireMerchant } from '~/routes/guards';
import { requireDocument } from './document-access';
import { rejectUpload, reply } from './document-reply';
import { toDocumentView } from './document-view';

/** The browser's report that the upload is complete. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account, role } = await requireMerchant(request);
  const document = await requireDocument({ account, role }, params, 'change');
  const status = await completeDocumentUpload(
    { accountId: account.id, documentId: document.id, userId: user.id, address: context.clientAddress },
    canUploadEvidence,
  );
  return status ? reply(toDocumentView({ ...document, status })) : rejectUpload('closed');
}
