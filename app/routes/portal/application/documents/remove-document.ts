import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { removeUploadedDocument } from '~/merchants/applications/application-documents';
import { canUploadEvidence } from '~/payments/disputes/evidence';
import { readForm, textOf } from '~/routes/forms/form-body';
import { requireMerchant } from '~/routes/guards';
import { requireDocument } from './document-access';
import { rejectUpload } from './document-reply';
import { parseReturnPath } from './return-path';

/** Withdraws a document or cancels its upload. A form returns to the page that it names. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account, role } = await requireMerchant(request);
  const document = await requireDocument({ account, role }, params, 'change');
  const returnTo = textOf(await readForm(request), 'returnTo');
  const removed = await removeUploadedDocument(
    { accountId: account.id, documentId: document.id, userId: user.id, address: context.clientAddress },
    canUploadEvidence,
  );
  if (returnTo) return redirect(parseReturnPath(returnTo));
  return removed ? new Response(null, { status: 204 }) : rejectUpload('closed');
}
