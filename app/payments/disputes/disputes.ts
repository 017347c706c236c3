import { recordAudit, type AuditAction } from '~/audit/audit';
import { listDocumentsAbout } from '~/documents/current-documents';
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

/** `not_open`: it is answered, given up or decided, or its time is over. */
export type DisputeRefusal =
  'not_open' | 'nothing_to_send' | 'files_checking' | 'too_long' | 'holds_card_number';

/** The draft as it stands, where it is not the one that the person saw: nothing was kept or sent. */
type DraftConflict = { meanwhile: string };

/** Tells a draft from what a colleague makes of it meanwhile; that of an empty one is empty. */
export function hashDraft(text: string): string {
  return text && digest(text).slice(0, 16);
}

/** A chargeback with what the merchant says to it; null for an unknown id, another merchant's, and what is no chargeback. */
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
      parent: { select: { externalId: true } },
      dispute: { omit: { nextAttemptAt: true, attempts: true } },
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
    documents,
  };
}

export type DisputeView = NonNullable<Awaited<ReturnType<typeof findDispute>>>;

/**
 * Keeps what is typed so far, for anyone who goes on with it.
 * @param seen the mark of the draft that the person had before them
 */
export function saveDraft({
  text,
  seen,
  ...by
}: By & { text: string; seen: string }): Promise<'saved' | DisputeRefusal | DraftConflict> {
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
 * Hands in an answer with the files that lie with it, once. It is sent to the acquirer by a timer.
 * @param seen the mark of the draft that the person had before them
 */
export function submitDisputeEvidence({
  text,
  seen,
  ...by
}: By & { text: string; seen: string }): Promise<'submitted' | DisputeRefusal | DraftConflict> {
  const fault = validateEvidenceText(text);
  if (fault) return Promise.resolve(fault);
  return requireOpenDispute(by, async (db) => {
    const changed = await findDraftConflict(db, by, { text, seen });
    if (changed) return changed;
    const files = await findFinishedEvidence(db, { accountId: by.accountId, transactionId: by.id });
    if (!files) return 'files_checking' as const;
    if (!text.trim() && !files.length) return 'nothing_to_send' as const;
    await submit(db, by, { decision: 'answer', text, files });
    await audit(db, by, 'dispute_evidence_submitted', { characters: text.length, files: files.length });
    return 'submitted' as const;
  });
}

/** Gives a chargeback up: the money stays with the payer. */
export function acceptDispute(by: By): Promise<'submitted' | DisputeRefusal> {
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

/** A card number is not kept, whatever it is to prove (threat T15). */
function validateEvidenceText(text: string): DisputeRefusal | null {
  if (text.length > maximumEvidenceTextLength) return 'too_long';
  return containsCardNumber(text) ? 'holds_card_number' : null;
}

/** The draft that a colleague left since the person saw one. Anyone who typed the same takes nothing away: so does a second click. */
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

/** Does something to a chargeback that waits for an answer, and holds it meanwhile: of two who decide, one does. */
function requireOpenDispute<T>(
  { accountId, environment, id }: Owned,
  change: (db: Database) => Promise<T>,
): Promise<T | 'not_open'> {
  return prisma.$transaction(async (db) => {
    // Locked first: anyone who waited for the lock reads what the one before has left.
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
  { userId, accountId, id, address }: By,
  action: AuditAction,
  details: Record<string, number>,
): Promise<void> {
  return recordAudit(db, { actor: `portal:${userId}`, action, accountId, subject: id, details, address });
}
