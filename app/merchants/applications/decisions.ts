import { config } from '~/platform/config.server';
import type { Prisma } from '~/platform/prisma/client';
import { tellMerchant } from '~/webhooks/events';
import { openLive } from '../accounts';
import type { Application } from './applications';
import { writeToOwners } from './letters';
import { moveApplication } from './moves';
import {
  changesFor,
  isFirstOfTwo,
  judged,
  letters,
  previewDecision,
  undecidedOf,
  type Decision,
} from './preview';
import { by, onDesk, type ReviewRefusal, type ReviewStep } from './reviews';
import { subjectsOf } from './subjects';

/** What a reviewer decides: the words for the merchant, and of which preview; without one nobody has looked at any. */
type Deciding = ReviewStep & { words: string; seen?: string };

/** Gives it back to the merchant, who may change what the verdicts name. `nothing_asked`: none names anything. */
export function requestChanges(
  step: Deciding,
): Promise<'changes_requested' | 'nothing_asked' | 'unseen' | ReviewRefusal> {
  return decide('changes', step, async (db, application) => {
    const { contents, verdicts } = await judged(db, application);
    const changes = changesFor(subjectsOf(contents), verdicts);
    if (!changes.length) return 'nothing_asked';
    const moved = await moveApplication(db, application, {
      event: 'changes_requested',
      ...by(step),
      words: step.words,
      data: { ...offDesk, firstApprovalBy: null },
    });
    if (moved === 'moved_on') return moved;
    await writeToOwners(db, application.accountId, ...letters.changes(step.words, changes));
    await tell(db, application, 'application.changes_requested', {
      changes: changes.map(({ label, reason }) => ({ label, reason })),
    });
    return 'changes_requested';
  });
}

/**
 * Takes the merchant live: the account's mode changes, a signing secret of the live checkout is made, and who is certified may
 * send raw cards (spec 1, 8). Where two have to approve, the first approval lays it back into the queue for somebody else.
 * `changes_open`: a verdict still asks for a change. `undecided`: something has no verdict, such as the attestation that the
 * right to raw cards hangs on.
 */
export function approveApplication(
  step: Deciding,
  approvalsNeeded = config.approvalsNeeded,
): Promise<'approved' | 'approved_once' | 'changes_open' | 'undecided' | 'unseen' | ReviewRefusal> {
  return decide('approve', step, async (db, application) => {
    const { contents, verdicts } = await judged(db, application);
    if (verdicts.some(({ verdict }) => verdict === 'change')) return 'changes_open';
    if (undecidedOf(subjectsOf(contents), verdicts).length) return 'undecided';
    if (isFirstOfTwo(application, approvalsNeeded)) {
      const moved = await moveApplication(db, application, {
        event: 'approved_once',
        ...by(step),
        data: { ...offDesk, firstApprovalBy: step.reviewerId },
      });
      return moved === 'moved' ? 'approved_once' : moved;
    }
    const moved = await moveApplication(db, application, {
      event: 'approved',
      ...by(step),
      words: step.words,
      data: { ...offDesk, rejectedBy: null, decidedAt: new Date() },
    });
    if (moved === 'moved_on') return moved;
    await openLive(db, {
      accountId: application.accountId,
      pciCertified: contents.answers.card_entry === 'direct',
    });
    await writeToOwners(db, application.accountId, ...letters.approve(step.words));
    await tell(db, application, 'application.approved', {});
    return 'approved';
  });
}

/** Declines it, with the reasons. The merchant may appeal, to another reviewer. */
export function rejectApplication(step: Deciding): Promise<'rejected' | 'unseen' | ReviewRefusal> {
  return decide('reject', step, async (db, application) => {
    const { reviewerId, words } = step;
    const data = { ...offDesk, firstApprovalBy: null, rejectedBy: reviewerId, decidedAt: new Date() };
    const moved = await moveApplication(db, application, { event: 'rejected', ...by(step), words, data });
    if (moved === 'moved_on') return moved;
    await writeToOwners(db, application.accountId, ...letters.reject(words));
    await tell(db, application, 'application.rejected', { words });
    return 'rejected';
  });
}

/** `unseen`: the merchant would get something else than what the reviewer has looked at. Held against verdicts of other windows. */
function decide<R>(
  decision: Decision,
  step: Deciding,
  work: (db: Prisma.TransactionClient, application: Application) => Promise<R>,
): Promise<R | 'unseen' | ReviewRefusal> {
  return onDesk(step, async (db, application) => {
    if (
      step.seen !== undefined &&
      step.seen !== (await previewDecision(application, decision, step.words, db)).seen
    )
      return 'unseen';
    return work(db, application);
  });
}

const offDesk = { snoozedUntil: null, snoozeReason: null };

function tell(
  db: Prisma.TransactionClient,
  { id, accountId, round }: Application,
  type: string,
  news: Prisma.InputJsonObject,
): Promise<void> {
  return tellMerchant(db, {
    accountId,
    environment: 'test',
    type,
    payload: { application_id: id, round, ...news },
  });
}
