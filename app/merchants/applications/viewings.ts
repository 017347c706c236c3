import { listAudit, recordAudit } from '~/audit/audit';
import type { MerchantDocument } from '~/documents/documents';
import { namesOf } from '~/identity/names';
import { prisma } from '~/platform/db.server';
import { isId } from '~/platform/ids';
import { retrieveContents } from './contents';
import { findForStaff } from './reviews';

/** Somebody of the staff who looks, and from where. */
type Reader = { readerId: string; address: string };

export type Viewing = { by: string; at: Date };

/** A document for somebody of the staff; that they looked is written down before they do (spec 1; PCI DSS 10.2). */
export async function viewDocument({
  documentId,
  readerId,
  address,
}: Reader & { documentId: string }): Promise<MerchantDocument | 'own_account' | null> {
  if (!isId('doc', documentId)) return null;
  const document = (await prisma.document.findUnique({
    where: { id: documentId },
  })) as MerchantDocument | null;
  const application =
    document &&
    (await prisma.application.findUnique({ where: { accountId: document.accountId }, select: { id: true } }));
  const found = application && (await findForStaff(application.id, readerId));
  if (!found || found === 'own_account') return found;
  await recordAudit(prisma, {
    actor: `staff:${readerId}`,
    action: 'document_viewed',
    accountId: document.accountId,
    subject: documentId,
    address,
  });
  return document;
}

/** The whole number of the bank account, once; that it was shown is written down before it is. */
export async function revealBankAccount({
  applicationId,
  readerId,
  address,
}: Reader & { applicationId: string }): Promise<{ number: string } | 'own_account' | null> {
  const found = await findForStaff(applicationId, readerId);
  if (!found || found === 'own_account') return found;
  await recordAudit(prisma, {
    actor: `staff:${readerId}`,
    action: 'bank_account_viewed',
    accountId: found.accountId,
    subject: applicationId,
    address,
  });
  const contents = await retrieveContents(found, found.round);
  return { number: contents!.answers.account_number ?? '' };
}

/** Who looked at the documents of an account, by document, the latest first. Who looked twice is named once. */
export async function listViewings(accountId: string): Promise<Map<string, Viewing[]>> {
  const { entries } = await listAudit({ accountId, action: 'document_viewed', limit: 500 });
  const names = await namesOf(entries.map(({ actor }) => idOf(actor)));
  const viewings = new Map<string, Viewing[]>();
  for (const { actor, subject, createdAt } of entries) {
    const by = names.get(idOf(actor)) ?? 'A former colleague';
    const known = viewings.get(subject!) ?? [];
    if (!known.some((viewing) => viewing.by === by))
      viewings.set(subject!, [...known, { by, at: createdAt }]);
  }
  return viewings;
}

function idOf(actor: string): string {
  return actor.split(':')[1] ?? '';
}
