import { portalAddress } from '~/platform/addresses.server';
import { config } from '~/platform/config.server';
import type { Prisma } from '~/platform/prisma/client';
import { tellMerchant } from '~/webhooks/events';
import { openLive } from '../accounts';
import type { Application } from './applications';
import { retrieveContents } from './contents';
import { writeToOwners } from './letters';
import { moveApplication } from './moves';
import { onDesk, type ReviewRefusal, type ReviewStep } from './reviews';
import { pathOf, subjectsOf, type Subject } from './subjects';
import { standingVerdicts, type Verdict } from './verdicts';

/** What a merchant is asked to change, with the reviewer's words and the address of the very field. */
export type ChangeAsked = { label: string; reason: string; link: string };

/** The verdicts that ask for a change, as the merchant will read them. */
export function changesFor(subjects: readonly Subject[], verdicts: readonly Verdict[]): ChangeAsked[] {
  return subjects.flatMap((subject) => {
    const asked = verdicts.find((verdict) => verdict.subject === subject.key && verdict.verdict === 'change');
    return asked ? [{ label: subject.label, reason: asked.reason ?? '', link: portalAddress(pathOf(subject)) }] : [];
  });
}

/** What nobody has judged yet: while there is anything, nothing is approved. */
export function undecidedOf(subjects: readonly Subject[], verdicts: readonly Verdict[]): Subject[] {
  const judged = new Set(verdicts.map(({ subject }) => subject));
  return subjects.filter(({ key }) => !judged.has(key));
}

/** The letter that tells of each decision. */
export const letters = {
  changes: (words: string, changes: ChangeAsked[]) => ['application-changes-requested', { words, changes }] as const,
  approve: (words: string) => ['application-approved', { words }, '/go-live'] as const,
  reject: (words: string) => ['application-rejected', { words }] as const,
};

/** Gives it back to the merchant, who may change what the verdicts name. `nothing_asked`: none names anything. */
export function requestChanges(step: ReviewStep & { words: string }): Promise<'changes_requested' | 'nothing_asked' | ReviewRefusal> {
  return onDesk(step, async (db, application) => {
    const { contents, verdicts } = await judged(db, application);
    const changes = changesFor(subjectsOf(contents), verdicts);
    if (!changes.length) return 'nothing_asked';
    const moved = await moveApplication(db, application, { event: 'changes_requested', actor: `staff:${step.reviewerId}`, words: step.words, data: { ...offDesk, firstApprovalBy: null } });
    if (moved === 'moved_on') return moved;
    await writeToOwners(db, application.accountId, ...letters.changes(step.words, changes));
    await tell(db, application, 'application.changes_requested', { changes: changes.map(({ label, reason }) => ({ label, reason })) });
    return 'changes_requested';
  });
}

/**
 * Takes the merchant live: the account's mode changes, a signing secret of the live checkout is made, and who is certified may
 * send raw cards (spec 1, 8). Where two have to approve, the first approval lays it back into the queue for somebody else.
 * `changes_open`: a verdict still asks for a change. `undecided`: something has no verdict, such as the attestation that the
 * right to raw cards hangs on.
 */
export function approveApplication(step: ReviewStep & { words: string }, approvalsNeeded = config.approvalsNeeded): Promise<'approved' | 'approved_once' | 'changes_open' | 'undecided' | ReviewRefusal> {
  return onDesk(step, async (db, application) => {
    const { contents, verdicts } = await judged(db, application);
    if (verdicts.some(({ verdict }) => verdict === 'change')) return 'changes_open';
    if (undecidedOf(subjectsOf(contents), verdicts).length) return 'undecided';
    const actor = `staff:${step.reviewerId}`;
    if (isFirstOfTwo(application, approvalsNeeded)) {
      const moved = await moveApplication(db, application, { event: 'approved_once', actor, data: { ...offDesk, firstApprovalBy: step.reviewerId } });
      return moved === 'moved' ? 'approved_once' : moved;
    }
    const moved = await moveApplication(db, application, { event: 'approved', actor, words: step.words, data: { ...offDesk, rejectedBy: null, decidedAt: new Date() } });
    if (moved === 'moved_on') return moved;
    await openLive(db, { accountId: application.accountId, pciCertified: contents.answers.card_entry === 'direct' });
    await writeToOwners(db, application.accountId, ...letters.approve(step.words));
    await tell(db, application, 'application.approved', {});
    return 'approved';
  });
}

/** Whether an approval now would wait for that of somebody else. */
export function isFirstOfTwo({ firstApprovalBy }: Pick<Application, 'firstApprovalBy'>, approvalsNeeded = config.approvalsNeeded): boolean {
  return approvalsNeeded === 2 && !firstApprovalBy;
}

/** Declines it, with the reasons. The merchant may appeal, to another reviewer. */
export function rejectApplication(step: ReviewStep & { words: string }): Promise<'rejected' | ReviewRefusal> {
  return onDesk(step, async (db, application) => {
    const { reviewerId, words } = step;
    const data = { ...offDesk, firstApprovalBy: null, rejectedBy: reviewerId, decidedAt: new Date() };
    const moved = await moveApplication(db, application, { event: 'rejected', actor: `staff:${reviewerId}`, words, data });
    if (moved === 'moved_on') return moved;
    await writeToOwners(db, application.accountId, ...letters.reject(words));
    await tell(db, application, 'application.rejected', { words });
    return 'rejected';
  });
}

const offDesk = { snoozedUntil: null, snoozeReason: null };

async function judged(db: Prisma.TransactionClient, application: Application) {
  const contents = (await retrieveContents(application, application.round, db))!;
  return { contents, verdicts: await standingVerdicts(application, contents, db) };
}

function tell(db: Prisma.TransactionClient, { id, accountId, round }: Application, type: string, news: Prisma.InputJsonObject): Promise<void> {
  return tellMerchant(db, { accountId, environment: 'test', type, payload: { application_id: id, round, ...news } });
}
