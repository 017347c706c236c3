import { recordAudit, type AuditAction } from '~/audit/audit';
import { listDocumentsAbout } from '~/documents/current-documents';
import type { EvidenceFault } from '~/acquirers/evidence-fault';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { digest } from '~/platform/secrets/secrets.server';
import { findFinishedEvidence, isEvidenceKind } from './evidence';
import { notifyDisputeDecided } from './dispute-notifications';
import type { DisputeStage } from '~/payments/transactions/transaction-object';
import { openDispute } from './open-disputes';
import { maximumEvidenceTextLength } from '~/payments/text-limits';

type Owned = { accountId: string; environment: Environment; id: string };
type By = Owned & { userId: string; address?: string };

/** `not_open`: it's responded to, accepted, decided, or past its deadline. */
export type DisputeRejection =
  'not_open' | 'nothing_to_send' | 'files_checking' | 'too_long' | 'holds_card_number';

/** The current draft when it isn't the one that the person saw. Nothing was saved or sent. */
type DraftConflict = { meanwhile: string };

/** Identifies a version of a draft, to notice a colleague's changes. Empty for an empty draft. */
export function hashDraft(text: string): string {
  return text && digest(text).slice(0, 16);
}

/**
 * A chargeback with the merchant's response. Null for an unknown ID, another merchant's, or a transaction of
 * another type.
 */
export async function findDispute({ accountId, environment, id }: Owned) {
  const found = await prisma.transaction.findFirst({
    where: { id, accountId, environment, type: 'CHARGEBACK' },
    select: {
      id: true,
      parentId: true,
      status: true,
      orderAmount: true,
      orderCurrency: true,
      disputeStage: true,
      disputeReason: true,
      disputeDueBy: true,
      createdAt: true,
      parent: { select: { orderId: true, externalId: true } },
      dispute: true,
    },
  });
  if (!found) return null;
  const { dispute, disputeStage, disputeDueBy, ...chargeback } = found;
  const late = disputeDueBy !== null && disputeDueBy <= new Date();
  const open = chargeback.status === 'CAPTURED' && disputeStage === 'needs_response' && !dispute?.state;
  const documents = (await listDocumentsAbout({ accountId, subject: id })).filter(({ kind }) =>
    isEvidenceKind(kind),
  );
  return {
    ...chargeback,
    stage: disputeStage as DisputeStage,
    dueBy: disputeDueBy,
    isOpen: open && !late,
    isLate: open && late,
    text: dispute?.text ?? '',
    mark: hashDraft(dispute?.text ?? ''),
    decision: (dispute?.decision ?? null) as 'answer' | 'accept' | null,
    state: (dispute?.state ?? null) as 'sending' | 'acknowledged' | 'refused' | null,
    submittedAt: dispute?.submittedAt ?? null,
    acquirerRespondedAt: dispute?.acquirerRespondedAt ?? null,
    returnedFault: (dispute?.returnedFault ?? null) as EvidenceFault | null,
    documents,
  };
}

export type DisputeView = NonNullable<Awaited<ReturnType<typeof findDispute>>>;

/**
 * Saves the draft, so that anyone on the team can continue it.
 * @param seen the version of the draft that the person saw
 */
export function saveDraft({
  text,
  seen,
  ...by
}: By & { text: string; seen: string }): Promise<'saved' | DisputeRejection | DraftConflict> {
  const fault = validateEvidenceText(text);
  if (fault) return Promise.resolve(fault);
  return requireOpenDispute(by, async (db) => {
    const changed = await findDraftConflict(db, by, { text, seen });
    if (changed) return changed;
    await db.dispute.upsert({
      where: { transactionId: by.id },
      create: { transactionId: by.id, accountId: by.accountId, environment: by.environment, text },
      update: { text },
    });
    await audit(db, by, 'dispute_evidence_saved', { characters: text.length });
    return 'saved' as const;
  });
}

/**
 * Submits a response with its files, once. A timer sends it to the acquirer.
 * @param seen the version of the draft that the person saw
 */
export function submitDisputeEvidence({
  text,
  seen,
  ...by
}: By & { text: string; seen: string }): Promise<'submitted' | DisputeRejection | DraftConflict> {
  const fault = validateEvidenceText(text);
  if (fault) return Promise.resolve(fault);
  return requireOpenDispute(by, async (db) => {
    const changed = await findDraftConflict(db, by, { text, seen });
    if (changed) return changed;
    const files = await findSubmittableFiles(db, by, text);
    if (typeof files === 'string') return files;
    await submit(db, by, { decision: 'answer', text, files });
    await audit(db, by, 'dispute_evidence_submitted', { characters: text.length, files: files.length });
    return 'submitted' as const;
  });
}

/**
 * Saves a draft that can be submitted, for the confirmation of its submission.
 * @param seen the version of the draft that the person saw
 */
export async function reviewDraft(
  draft: By & { text: string; seen: string },
): Promise<'saved' | DisputeRejection | DraftConflict> {
  const fault = validateEvidenceText(draft.text);
  if (fault) return fault;
  const files = await findSubmittableFiles(prisma, draft, draft.text);
  return typeof files === 'string' ? files : saveDraft(draft);
}

/** The files of a response, or why it can't be submitted. */
async function findSubmittableFiles(db: Database, { accountId, id }: Owned, text: string) {
  const files = await findFinishedEvidence(db, { accountId, transactionId: id });
  if (!files) return 'files_checking';
  return text.trim() || files.length ? files : 'nothing_to_send';
}

/** Accepts a dispute: the money stays with the payer. */
export function acceptDispute(by: By): Promise<'submitted' | DisputeRejection> {
  return requireOpenDispute(by, async (db) => {
    await submit(db, by, { decision: 'accept' });
    await audit(db, by, 'dispute_accepted', {});
    const { orderAmount: amount, orderCurrency: currency } = await db.transaction.findUniqueOrThrow({
      where: { id: by.id },
      select: { orderAmount: true, orderCurrency: true },
    });
    await notifyDisputeDecided(db, { ...by, amount, currency, outcome: 'accepted' });
    return 'submitted' as const;
  });
}

/** Card numbers are never stored, not even as evidence (threat T15). */
function validateEvidenceText(text: string): DisputeRejection | null {
  if (text.length > maximumEvidenceTextLength) return 'too_long';
  return containsCardNumber(text) ? 'holds_card_number' : null;
}

/**
 * A colleague's draft that is newer than the one the person saw. Null when both texts are the same, as after
 * a double-click.
 */
async function findDraftConflict(
  db: Database,
  { id, accountId, environment }: Owned,
  { text, seen }: { text: string; seen: string },
): Promise<DraftConflict | null> {
  const draft = await db.dispute.findFirst({
    where: { transactionId: id, accountId, environment },
    select: { text: true },
  });
  const meanwhile = draft?.text ?? '';
  return meanwhile === text || hashDraft(meanwhile) === seen ? null : { meanwhile };
}

/**
 * Changes a chargeback that needs a response, and locks it meanwhile: of two concurrent changes, one takes
 * effect.
 */
function requireOpenDispute<T>(
  { accountId, environment, id }: Owned,
  change: (db: Database) => Promise<T>,
): Promise<T | 'not_open'> {
  return prisma.$transaction(async (db) => {
    // Locked first, so that a waiting request reads what the previous one has written.
    await db.$queryRaw`select id from transactions where id = ${id} and account_id = ${accountId} and environment = ${environment} for update`;
    const open = await db.$queryRaw<
      object[]
    >`select id from transactions t where id = ${id} and account_id = ${accountId} and environment = ${environment} and ${openDispute}`;
    return open.length ? change(db) : ('not_open' as const);
  });
}

type Decision =
  { decision: 'answer'; text: string; files: { id: string; name: string }[] } | { decision: 'accept' };

async function submit(
  db: Database,
  { id, accountId, environment, userId }: By,
  decision: Decision,
): Promise<void> {
  const now = new Date();
  const submitted = {
    ...decision,
    state: 'sending',
    submittedBy: userId,
    submittedAt: now,
    nextAttemptAt: now,
    returnedFault: null,
  };
  await db.dispute.upsert({
    where: { transactionId: id },
    create: { transactionId: id, accountId, environment, ...submitted },
    update: submitted,
  });
  await db.$executeRaw`update transactions set dispute_stage = ${decision.decision === 'answer' ? 'under_review' : 'accepted'}, version = version + 1, updated_at = now() where id = ${id}`;
}

function audit(
  db: Database,
  { userId, accountId, environment, id, address }: By,
  action: AuditAction,
  details: Record<string, number>,
): Promise<void> {
  return recordAudit(db, {
    actor: `portal:${userId}`,
    action,
    accountId,
    subject: id,
    details: { environment, ...details },
    address,
  });
}
