import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { removeUploadedDocument } from '~/merchants/applications/application-documents';
import { canUploadEvidence } from '~/payments/disputes/evidence';
import { localPath } from '~/routes/identity/login/local-path';
import { readForm, textOf } from '~/routes/forms/form-body';
import { requireMerchant } from '~/routes/guards';
import { requireDocument } from './document-access';
import { rejectUpload } from './document-reply';

/** Takes a document back, or gives up one that is being sent. A form comes back to the page it names. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account, role } = await requireMerchant(request);
  const document = await requireDocument({ account, role }, params, 'change');
  const returnTo = textOf(await readForm(request), 'returnTo');
  const removed = await removeUploadedDocument(
    { accountId: account.id, documentId: document.id, userId: user.id, address: context.clientAddress },
    canUploadEvidence,
  );
  if (returnTo) return redirect(localPath(returnTo));
  return removed ? new Response(null, { status: 204 }) : rejectUpload('closed');
}
