import { prisma, type Database } from '~/platform/database/db.server';
import type { Application } from '~/merchants/applications/applications';
import { unsealAnswers } from './sealed-answers';
import { listReviewItems, type ApplicationContents, type ReviewItem } from './review-items';

/** The application as submitted for a round. Null when there was no such round. */
export async function findSubmittedContents(
  { id }: Pick<Application, 'id'>,
  round: number,
  db: Database = prisma,
): Promise<(ApplicationContents & { message: string | null }) | null> {
  const found = await db.applicationSubmission.findUnique({
    where: { applicationId_round: { applicationId: id, round } },
  });
  if (!found) return null;
  const contents = found.contents as unknown as ApplicationContents;
  return { ...contents, answers: unsealAnswers(id, contents.answers), message: found.message };
}

/**
 * The differences from the previous round: each changed item with its previous content, or null when it's
 * new.
 */
export function findChangedItems(
  now: ApplicationContents,
  before: ApplicationContents,
): Map<string, ReviewItem | null> {
  const earlier = new Map(listReviewItems(before).map((subject) => [subject.key, subject]));
  const changed = listReviewItems(now).flatMap((subject) => {
    const previous = earlier.get(subject.key) ?? null;
    return previous && serializeItem(previous, before) === serializeItem(subject, now)
      ? []
      : [[subject.key, previous] as const];
  });
  return new Map(changed);
}

function serializeItem(
  { key, displayValue, document, person }: ReviewItem,
  { answers, people }: ApplicationContents,
): string {
  // The list of people is about who is on it. A changed name doesn't change the list.
  if (key === 'people') return JSON.stringify(people.map(({ id }) => id));
  return JSON.stringify([document ? document.id : person ? person.answers : (answers[key] ?? displayValue)]);
}
