import type { Params } from '@remix-run/react';
import { findDocument, type MerchantDocument } from '~/documents/documents';
import { isId } from '~/platform/ids';

/** The document of the address. @throws 404 when this account has none of that id */
export async function documentOf(account: { id: string }, { id = '' }: Params): Promise<MerchantDocument> {
  const document = isId('doc', id) ? await findDocument({ accountId: account.id, documentId: id }) : null;
  if (!document) throw new Response('Not found', { status: 404 });
  return document;
}
