import { prisma, type Database } from '~/platform/database/db.server';
import { validateReason } from '~/merchants/applications/questions/answer-validation';
import type { Application } from '~/merchants/applications/applications';
import { findChangedItems, findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import type { StepId } from '~/merchants/applications/questions/questions';
import { withAssignedCase, type ReviewActionRejection, type CaseAction } from './assignments';
import { toItemReviewText } from './item-review-text';
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
  /** The text of the review that it replaces. Absent: it replaces any. */
  seen?: string;
};

/**
 * The item reviews that weren't saved: faults in the reasons, by subject, and the subjects that the reviewer has reviewed
 * differently in another window.
 */
export type UnsavedItems = { faults: Record<string, string>; conflicts: string[] };

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
): Promise<'saved' | 'saved_except_unopened' | UnsavedItems | ReviewActionRejection> {
  return withAssignedCase(step, async (db, application) => {
    const { id: applicationId, round } = application;
    const contents = (await findSubmittedContents({ id: applicationId }, round, db))!;
    const items = listReviewItems(contents);
    const stored = await listCurrentItemReviews(application, contents, db);
    const inputs = reviewInputs.filter(({ subject }) => items.some(({ key }) => key === subject));
    const conflicts = inputs
      .filter(({ seen, ...input }) => {
        const current = stored.find(({ subject }) => subject === input.subject);
        const text = current ? toItemReviewText({ ...current, reason: current.reason ?? '' }) : 'undecided';
        return seen !== undefined && seen !== text && toItemReviewText(input) !== text;
      })
      .map(({ subject }) => subject);
    const faults = Object.fromEntries(
      inputs.flatMap(({ subject, result, reason }) => {
        const fault =
          result === 'change' && validateReason(reason, 'Describe what the merchant needs to change');
        return fault && !conflicts.includes(subject) ? [[subject, fault]] : [];
      }),
    );
    const results = new Map([...stored, ...inputs].map(({ subject, result }) => [subject, result]));
    const rest = items.filter(
      ({ key, step: id }) =>
        (acceptRest === 'all' || acceptRest === id) &&
        (results.get(key) ?? 'undecided') === 'undecided' &&
        !conflicts.includes(key),
    );
    const unopened = rest.length ? await findUnopenedItems(application, contents, db) : [];
    const acceptedRest = rest.filter(({ key }) => !unopened.some((item) => item.key === key));
    const saved = new Map(
      [
        ...inputs.filter(({ subject }) => !faults[subject] && !conflicts.includes(subject)),
        ...acceptedRest.map(({ key }) => ({ subject: key, result: 'accepted' as const, reason: '' })),
      ].map((review) => [review.subject, review]),
    );
    const undecided = [...saved.values()].filter(({ result }) => result === 'undecided');
    await db.applicationItemReview.deleteMany({
      where: {
        applicationId,
        OR: [
          { round, item: { in: [...saved.keys()] } },
          // Without this, the acceptance of an earlier round would apply again.
          { result: 'accepted', item: { in: undecided.map(({ subject }) => subject) } },
        ],
      },
    });
    await db.applicationItemReview.createMany({
      data: [...saved.values()].flatMap(({ subject, result, reason }) =>
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
    if (conflicts.length || Object.keys(faults).length) return { faults, conflicts };
    return acceptedRest.length < rest.length ? 'saved_except_unopened' : 'saved';
  });
}
