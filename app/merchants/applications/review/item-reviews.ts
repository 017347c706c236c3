import { prisma, type Database } from '~/platform/database/db.server';
import { validateReason } from '~/merchants/applications/questions/answer-validation';
import type { Application } from '~/merchants/applications/applications';
import { findChangedItems, findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import type { StepId } from '~/merchants/applications/questions/questions';
import { withAssignedCase, type ReviewActionRejection, type CaseAction } from './assignments';
import { findUnopenedItems } from './unopened-items';
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
 * @param acceptRest accepts the undecided items of this step, or of all, except unopened ones
 * @returns `saved_except_unopened`: some of those that `acceptRest` named are still undecided
 */
export function saveItemReviews(
  step: CaseAction,
  reviewInputs: readonly ItemReviewInput[],
  { acceptRest }: { acceptRest?: StepId | 'all' } = {},
): Promise<'saved' | 'saved_except_unopened' | ItemReviewFaults | ReviewActionRejection> {
  return withAssignedCase(step, async (db, application) => {
    const { id: applicationId, round } = application;
    const contents = (await findSubmittedContents({ id: applicationId }, round, db))!;
    const items = new Map(listReviewItems(contents).map((item) => [item.key, item]));
    const unopened = acceptRest ? await findUnopenedItems(application, contents, db) : [];
    const isRest = ({ subject, result }: ItemReviewInput) =>
      result === 'undecided' && (acceptRest === 'all' || items.get(subject)!.step === acceptRest);
    const isUnopened = ({ subject }: ItemReviewInput) => unopened.some(({ key }) => key === subject);
    const knownInputs = reviewInputs.filter(({ subject }) => items.has(subject));
    const knownReviews = knownInputs.map((input) =>
      isRest(input) && !isUnopened(input) ? { ...input, result: 'accepted' as const } : input,
    );
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
    if (Object.keys(faults).length) return { faults: faults as Record<string, string> };
    return knownInputs.some((input) => isRest(input) && isUnopened(input))
      ? 'saved_except_unopened'
      : 'saved';
  });
}
