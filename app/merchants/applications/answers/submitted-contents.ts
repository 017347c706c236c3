import { prisma, type Database } from '~/platform/database/db.server';
import type { Application } from '~/merchants/applications/applications';
import type { Prisma } from '~/platform/prisma/client';
import { sealAnswers, sealPeople, unsealAnswers, unsealPeople } from './sealed-answers';
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
  const contents = found.contents as unknown as Omit<ApplicationContents, 'people'> & { people: string };
  return {
    ...contents,
    answers: unsealAnswers(id, contents.answers),
    people: unsealPeople({ applicationId: id, round }, contents.people),
    message: found.message,
  };
}

/** The stored form of the contents that {@link findSubmittedContents} returns. */
export function sealContents(
  submission: { applicationId: string; round: number },
  { answers, people, documents }: ApplicationContents,
): Prisma.InputJsonObject {
  return {
    answers: sealAnswers(submission.applicationId, answers),
    people: sealPeople(submission, people),
    documents: documents.map(({ id, kind, subject, fileName, status }) => ({
      id,
      kind,
      subject,
      fileName,
      status,
    })),
  };
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
