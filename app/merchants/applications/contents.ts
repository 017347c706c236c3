import { prisma, type Database } from '~/platform/db.server';
import type { Application } from './applications';
import { openAnswers } from './sealed-answers';
import { subjectsOf, type Contents, type Subject } from './subjects';

/** The application as it was handed in for a round; null when there was no such round. */
export async function retrieveContents(
  { id }: Pick<Application, 'id'>,
  round: number,
  db: Database = prisma,
): Promise<(Contents & { words: string | null }) | null> {
  const found = await db.applicationSubmission.findUnique({
    where: { applicationId_round: { applicationId: id, round } },
  });
  if (!found) return null;
  const contents = found.contents as unknown as Contents;
  return { ...contents, answers: openAnswers(id, contents.answers), words: found.words };
}

/** What is different from the round before: each subject that says something else, with the one it was, or null when it is new. */
export function changedSubjects(now: Contents, before: Contents): Map<string, Subject | null> {
  const earlier = new Map(subjectsOf(before).map((subject) => [subject.key, subject]));
  const changed = subjectsOf(now).flatMap((subject) => {
    const was = earlier.get(subject.key) ?? null;
    return was && saying(was, before) === saying(subject, now) ? [] : [[subject.key, was] as const];
  });
  return new Map(changed);
}

function saying({ key, shown, document, person }: Subject, { answers, people }: Contents): string {
  // The list of people is about who is on it: somebody's new name does not change it.
  if (key === 'people') return JSON.stringify(people.map(({ id }) => id));
  return JSON.stringify([document ? document.id : person ? person.answers : (answers[key] ?? shown)]);
}
