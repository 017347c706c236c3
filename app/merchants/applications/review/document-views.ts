import { listAudit, parseActorId, recordAudit, recordAuditOnce } from '~/audit/audit';
import type { MerchantDocument } from '~/documents/documents';
import { findUserNames, toColleagueName } from '~/identity/users/user-names';
import { prisma } from '~/platform/database/db.server';
import { isId } from '~/platform/ids';
import { findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { findCaseForStaff } from './assignments';

/** A staff member and their IP address. */
type StaffReader = { readerId: string; address: string };

export type DocumentViewEntry = { by: string; at: Date };

/** Page after page of a document, viewed within these minutes, is one entry of the audit log. */
const viewMinutes = 10;

/** Opens a document for a staff member, after auditing it (spec 1; PCI DSS 10.2). Each download is audited. */
export async function accessDocument({
  documentId,
  readerId,
  address,
  access,
}: StaffReader & { documentId: string; access: 'view' | 'download' }): Promise<
  MerchantDocument | 'own_account' | null
> {
  if (!isId('doc', documentId)) return null;
  const document = (await prisma.document.findUnique({
    where: { id: documentId },
  })) as MerchantDocument | null;
  const application =
    document &&
    (await prisma.application.findUnique({ where: { accountId: document.accountId }, select: { id: true } }));
  const found = application && (await findCaseForStaff(application.id, readerId));
  if (!found || found === 'own_account') return found;
  const { accountId } = document;
  const record = { actor: `staff:${readerId}` as const, accountId, subject: documentId, address };
  await (access === 'download'
    ? recordAudit(prisma, { ...record, action: 'document_downloaded' })
    : recordAuditOnce({ ...record, action: 'document_viewed' }, { minutes: viewMinutes }));
  return document;
}

/** Shows the full bank account number once, after auditing it. */
export async function revealBankAccount({
  applicationId,
  readerId,
  address,
}: StaffReader & { applicationId: string }): Promise<{ number: string } | 'own_account' | null> {
  const found = await findCaseForStaff(applicationId, readerId);
  if (!found || found === 'own_account') return found;
  await recordAudit(prisma, {
    actor: `staff:${readerId}`,
    action: 'bank_account_viewed',
    accountId: found.accountId,
    subject: applicationId,
    address,
  });
  const contents = await findSubmittedContents(found, found.round);
  return { number: contents!.answers.account_number ?? '' };
}

/**
 * Who viewed or downloaded an account's documents, by document, and the bank account number, by application, newest first. Each
 * person is listed once.
 */
export async function listEvidenceViews(accountId: string): Promise<Map<string, DocumentViewEntry[]>> {
  const action = {
    in: ['document_viewed' as const, 'document_downloaded' as const, 'bank_account_viewed' as const],
  };
  const { entries } = await listAudit({ accountId, action, limit: 500 });
  const names = await findUserNames(entries.map(({ actor }) => parseActorId(actor)));
  const views = new Map<string, DocumentViewEntry[]>();
  for (const { actor, subject, createdAt } of entries) {
    const by = toColleagueName(names, parseActorId(actor));
    const existingViews = views.get(subject!) ?? [];
    if (!existingViews.some((view) => view.by === by))
      views.set(subject!, [...existingViews, { by, at: createdAt }]);
  }
  return views;
}
