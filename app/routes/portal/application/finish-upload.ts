import type { ActionFunctionArgs } from '@remix-run/node';
import { finishUpload } from '~/documents/uploads';
import { mayHandIn } from '~/merchants/application-documents';
import { requireMerchant } from '../../guards';
import { documentOf } from './document-id';
import { refuse, reply } from './document-reply';
import { shownDocument } from './shown-document';

/** The browser says that all of a file is sent. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { account } = await requireMerchant(request, 'account_manage');
  const document = await documentOf(account, params);
  const status = await finishUpload({ accountId: account.id, documentId: document.id }, mayHandIn);
  return status ? reply(shownDocument({ ...document, status })) : refuse('closed');
}
