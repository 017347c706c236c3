import { prisma } from '~/platform/db.server';
import { createId } from '~/platform/ids';
import { lockApplication, type Application } from './applications';
import { isReopened, reopenedSubjects } from './reopened';
import { personQuestions, allQuestions } from './questions';
import { isSecret, maskAnswer, sealAnswers } from './sealed-answers';

/** Longer answers are cut here; what is wrong with a shorter one is told, and kept as it was typed. */
const longestAnswer = 4000;
const maximumPeople = 20;

type Writer = { accountId: string; userId: string };

/** `closed`: handed in, or decided. `not_reopened`: the reviewer did not ask for a change of this. */
export type WriteRefusal = 'closed' | 'not_reopened';

/**
 * Keeps what was typed, right or wrong, so that nothing is lost and another device goes on from here. Answers that are not
 * named stay as they are. A secret answer that comes back as it was shown stays too.
 */
export async function saveAnswers({ accountId }: Writer, typed: Readonly<Record<string, string>>): Promise<'saved' | WriteRefusal> {
  return write(accountId, async (db, application) => {
    const known = allQuestions.filter(({ name }) => typed[name] !== undefined).map(({ name }) => [name, clean(typed[name]!)] as const);
    const changed = known.filter(([name, value]) => value !== (application.answers[name] ?? '') && !(isSecret(name) && value === maskAnswer(application.answers[name] ?? '')));
    if (!changed.length) return 'saved';
    const reopened = await reopenedSubjects(application, db);
    if (changed.some(([name]) => !isReopened(reopened, name))) return 'not_reopened';
    const answers = { ...application.answers, ...Object.fromEntries(changed) };
    await db.application.update({ where: { id: application.id }, data: { answers: sealAnswers(application.id, answers), updatedAt: new Date() } });
    return 'saved';
  });
}

/** Adds an owner or director with the answers typed so far. @returns the person's id */
export async function addPerson({ accountId }: Writer, typed: Readonly<Record<string, string>>): Promise<{ personId: string } | WriteRefusal | 'too_many_people'> {
  return write(accountId, async (db, application) => {
    if (!isReopened(await reopenedSubjects(application, db), 'people')) return 'not_reopened';
    if (application.people.length >= maximumPeople) return 'too_many_people';
    const personId = createId('per');
    await db.applicationPerson.create({ data: { id: personId, applicationId: application.id, answers: answersOfPerson(typed) } });
    return { personId };
  });
}

export async function savePerson({ accountId }: Writer, personId: string, typed: Readonly<Record<string, string>>): Promise<'saved' | WriteRefusal | 'not_found'> {
  return write(accountId, async (db, application) => {
    const person = application.people.find(({ id }) => id === personId);
    if (!person) return 'not_found';
    if (!isReopened(await reopenedSubjects(application, db), `person:${personId}`)) return 'not_reopened';
    await db.applicationPerson.update({ where: { id: personId }, data: { answers: { ...person.answers, ...answersOfPerson(typed) } } });
    return 'saved';
  });
}

export async function removePerson({ accountId }: Writer, personId: string): Promise<'removed' | WriteRefusal | 'not_found'> {
  return write(accountId, async (db, application) => {
    if (!application.people.some(({ id }) => id === personId)) return 'not_found';
    if (!isReopened(await reopenedSubjects(application, db), 'people')) return 'not_reopened';
    await db.applicationPerson.delete({ where: { id: personId } });
    return 'removed';
  });
}

function answersOfPerson(typed: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(personQuestions.filter(({ name }) => typed[name] !== undefined).map(({ name }) => [name, clean(typed[name]!)]));
}

/** PostgreSQL has no text with a zero byte, and JSON of it no half of a surrogate pair. */
function clean(value: string): string {
  return value.slice(0, longestAnswer).replace(/[\0\p{Cs}]/gu, '').replaceAll('\r\n', '\n').trim();
}

type Transaction = Parameters<Parameters<typeof prisma.$transaction>[0]>[0];

/** One writer at a time, and none once it is handed in. */
function write<R>(accountId: string, work: (db: Transaction, application: Application) => Promise<R>): Promise<R | 'closed'> {
  return prisma.$transaction(async (db) => {
    const application = await lockApplication(db, accountId);
    return application.state === 'DRAFT' || application.state === 'CHANGES_REQUESTED' ? work(db, application) : 'closed';
  });
}
