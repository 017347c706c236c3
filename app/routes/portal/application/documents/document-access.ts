import type { Params } from '@remix-run/react';
import { findDocument, type MerchantDocument } from '~/documents/documents';
import { hasPermission, type MemberPermission, type MemberRole } from '~/merchants/team/members';
import { isEvidenceKind } from '~/payments/disputes/evidence';
import { isId } from '~/platform/ids';

type Reader = { account: { id: string }; role: MemberRole };

/**
 * The URL's document, for people who can view or change it: application documents for those who manage the
 * account, evidence for those who view or respond to disputes.
 * @throws 404 when the account has no such document, 403 when their role lacks the permission
 */
export async function requireDocument(
  { account, role }: Reader,
  { id = '' }: Params,
  to: 'see' | 'change',
): Promise<MerchantDocument> {
  const document = isId('doc', id) ? await findDocument({ accountId: account.id, documentId: id }) : null;
  if (!document) throw new Response('Not found', { status: 404 });
  requireRight(role, getDocumentPermission(document.kind, to));
  return document;
}

export function getDocumentPermission(kind: string, to: 'see' | 'change'): MemberPermission {
  if (!isEvidenceKind(kind)) return 'account_manage';
  return to === 'see' ? 'transactions_view' : 'disputes_answer';
}

/** @throws 403 when a role has none of the given permissions */
export function requireRight(role: MemberRole, ...permissions: MemberPermission[]): void {
  if (!permissions.some((permission) => hasPermission(role, permission)))
    throw new Response('Forbidden', { status: 403 });
}
