import type { ActionFunctionArgs } from '@remix-run/node';
import { finishUpload } from '~/documents/uploads';
import { mayHandIn } from '~/payments/dispute-evidence';
import { requireMerchant } from '../../guards';
import { documentOf } from './document-id';
import { refuse, reply } from './document-reply';
import { shownDocument } from './shown-document';

/** The browser says that all of a file is sent. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { account, role } = await requireMerchant(request);
  const document = await documentOf({ account, role }, params, 'change');
  const status = await finishUpload({ accountId: account.id, documentId: document.id }, mayHandIn);
  return status ? reply(shownDocument({ ...document, status })) : refuse('closed');
}
