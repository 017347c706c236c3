import { prisma, type Database } from '~/platform/database/db.server';
import { validateReason } from '~/merchants/applications/questions/answer-validation';
import type { Application } from '~/merchants/applications/applications';
import { findChangedItems, findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { withAssignedCase, type ReviewActionRejection, type CaseAction } from './assignments';
import { listReviewItems, type ApplicationContents } from '~/merchants/applications/answers/review-items';

export type ItemReview = { subject: string; result: 'accepted' | 'change'; reason: string | null };

/** The item reviews of a round, by default the last one. */
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
 * The item reviews that apply to the last submission: those of its round and, for items unchanged since they
 * were accepted, earlier ones.
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

/** The changes requested in the last review, with reasons. */
export async function findRequestedChanges(
  application: Pick<Application, 'id' | 'round' | 'state'>,
  db: Database = prisma,
): Promise<ItemReview[]> {
  if (application.state !== 'CHANGES_REQUESTED') return [];
  return (await listItemReviews(application, db)).filter(({ result }) => result === 'change');
}

/** A reviewer's item review. */
export type ItemReviewInput = {
  subject: string;
  result: ItemReview['result'] | 'undecided';
  reason: string;
};

/** Faults in the reasons, by subject. */
export type ItemReviewFaults = { faults: Record<string, string> };

/**
 * Saves a reviewer's item reviews. Unnamed ones stay as they are, and `undecided` removes one. Only the
 * assigned reviewer can write them. A change request needs a reason, so that the merchant knows what to do.
 */
export function saveItemReviews(
  step: CaseAction,
  reviewInputs: readonly ItemReviewInput[],
): Promise<'saved' | ItemReviewFaults | ReviewActionRejection> {
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
