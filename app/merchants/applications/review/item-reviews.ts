import { prisma, type Database } from '~/platform/database/db.server';
import { validateReason } from '~/merchants/applications/questions/answer-validation';
import type { Application } from '~/merchants/applications/applications';
import { findChangedItems, findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { withAssignedCase, type ReviewRefusal, type CaseAction } from './assignments';
import { listReviewItems, type ApplicationContents } from '~/merchants/applications/answers/review-items';

export type ItemReview = { subject: string; result: 'accepted' | 'change'; reason: string | null };

/** What was said of each answer, person and document of a round; by default of the last one. */
export async function listItemReviews(
  { id, round }: Pick<Application, 'id' | 'round'>,
  db: Database = prisma,
): Promise<ItemReview[]> {
  const found = await db.applicationItemReview.findMany({
    where: { applicationId: id, round },
    select: { item: true, result: true, reason: true },
  });
  return found.map(
    ({ item: subject, result: result, reason }) => ({ subject, result, reason }) as ItemReview,
  );
}

/**
 * The item reviews that count for what was handed in last: those of its round and, of subjects that say the same as when they were
 * accepted, the ones of the rounds before.
 */
export async function listCurrentItemReviews(
  { id, round }: Pick<Application, 'id' | 'round'>,
  contents: ApplicationContents,
  db: Database = prisma,
): Promise<ItemReview[]> {
  const found = await db.applicationItemReview.findMany({
    where: { applicationId: id, round: { lte: round } },
    orderBy: { round: 'desc' },
    select: { item: true, round: true, result: true, reason: true },
  });
  const latest = found.filter(
    ({ item: subject }, index) => found.findIndex((other) => other.item === subject) === index,
  );
  const earlier = new Map<number, ReadonlyMap<string, unknown>>();
  for (const earlierRound of new Set(
    latest.map((result) => result.round).filter((earlierRound) => earlierRound < round),
  ))
    earlier.set(
      earlierRound,
      findChangedItems(contents, (await findSubmittedContents({ id }, earlierRound, db))!),
    );
  const isCurrent = (result: (typeof latest)[number]) =>
    result.round === round || (result.result === 'accepted' && !earlier.get(result.round)!.has(result.item));
  return latest
    .filter(isCurrent)
    .map(({ item: subject, result: result, reason }) => ({ subject, result, reason }) as ItemReview);
}

/** What the last review asked to change, with the reviewer's words. */
export async function findRequestedChanges(
  application: Pick<Application, 'id' | 'round' | 'state'>,
  db: Database = prisma,
): Promise<ItemReview[]> {
  if (application.state !== 'CHANGES_REQUESTED') return [];
  return (await listItemReviews(application, db)).filter(({ result }) => result === 'change');
}

/** An item review as a reviewer gives it. */
export type ItemReviewInput = {
  subject: string;
  result: ItemReview['result'] | 'undecided';
  reason: string;
};

/** What is wrong with the reasons, by subject. */
export type ItemReviewFaults = { faults: Record<string, string> };

/**
 * Keeps a reviewer's item reviews; those not named stay as they are, `undecided` takes one back. Nobody but who has the
 * application on the desk writes them. A change without a reason is not kept: the merchant would not know what to do.
 */
export function saveItemReviews(
  step: CaseAction,
  reviewInputs: readonly ItemReviewInput[],
): Promise<'saved' | ItemReviewFaults | ReviewRefusal> {
  return withAssignedCase(step, async (db, { id: applicationId, round }) => {
    const contents = await findSubmittedContents({ id: applicationId }, round, db);
    const knownKeys = new Set(listReviewItems(contents!).map(({ key }) => key));
    const knownReviews = reviewInputs.filter(({ subject }) => knownKeys.has(subject));
    const faults = Object.fromEntries(
      knownReviews
        .flatMap(({ subject, result, reason }) =>
          result === 'change'
            ? [[subject, validateReason(reason, 'Describe what the merchant needs to change')] as const]
            : [],
        )
        .filter(([, fault]) => fault),
    );
    const savedReviews = knownReviews.filter(({ subject }) => !faults[subject]);
    await db.applicationItemReview.deleteMany({
      where: { applicationId, round, item: { in: savedReviews.map(({ subject }) => subject) } },
    });
    await db.applicationItemReview.createMany({
      data: savedReviews.flatMap(({ subject, result, reason }) =>
        result === 'undecided'
          ? []
          : [
              {
                applicationId,
                round,
                item: subject,
                result: result,
                reason: result === 'change' ? reason.trim() : null,
                reviewerId: step.reviewerId,
              },
            ],
      ),
    });
    return Object.keys(faults).length ? { faults: faults as Record<string, string> } : 'saved';
  });
}
