import { recordAudit, type AuditAction } from '~/audit/audit';
import { withdrawDocuments } from '~/documents/standing-documents';
import { holdsCardNumber } from '~/platform/card-numbers';
import { prisma, type Database } from '~/platform/db.server';
import { createId } from '~/platform/ids';
import type { Prisma } from '~/platform/prisma/client';
import { lockApplication, type Application } from './applications';
import type { Question } from './question';
import { allQuestions, personQuestions } from './questions';
import { isReopened, reopenedSubjects } from './reopened';
import { isMasked, isSecret, sealAnswers } from './sealed-answers';
import { isOpen } from './states';
import { cut, tidyWhole, tidyWholeLine } from './typed-text';

const maximumPeople = 20;

/** `by`: the person whose hand it is, and from where; the product itself has none. */
type Writer = { accountId: string; by?: { userId: string; address?: string } };
type Typed = Readonly<Record<string, string>>;

/** `closed`: handed in, or decided. `not_reopened`: the reviewer did not ask for a change of this. */
export type WriteRefusal = 'closed' | 'not_reopened';

/** `unkept`: the names of the answers that were not kept, because they hold a card number (threat T15). The others were. */
export type Saved = 'saved' | { unkept: string[] };

/**
 * Keeps what was typed, right or wrong, so that nothing is lost and another device goes on from here. Answers that are not
 * named stay as they are. A secret answer that comes back as it was shown stays too.
 */
export function saveAnswers(writer: Writer, typed: Typed): Promise<Saved | WriteRefusal> {
  return write(writer.accountId, async (db, application) => {
    const { kept, unkept } = readTyped(allQuestions, typed);
    const changed = Object.entries(kept).filter(
      ([name, value]) => value !== (application.answers[name] ?? '') && !(isSecret(name) && isMasked(value)),
    );
    if (!changed.length) return saved(unkept);
    const reopened = await reopenedSubjects(application, db);
    if (changed.some(([name]) => !isReopened(reopened, name))) return 'not_reopened';
    const answers = { ...application.answers, ...Object.fromEntries(changed) };
    await db.application.update({
      where: { id: application.id },
      data: { answers: sealAnswers(application.id, answers), updatedAt: new Date() },
    });
    await note(
      db,
      writer,
      'application_answers_saved',
      application.id,
      changed.map(([name]) => name),
    );
    return saved(unkept);
  });
}

/** Adds an owner or director with the answers typed so far. @returns the person's id */
export function addPerson(
  writer: Writer,
  typed: Typed = {},
): Promise<{ personId: string } | WriteRefusal | 'too_many_people'> {
  return write(writer.accountId, async (db, application) => {
    if (!isReopened(await reopenedSubjects(application, db), 'people')) return 'not_reopened';
    if (application.people.length >= maximumPeople) return 'too_many_people';
    const personId = createId('per');
    await db.applicationPerson.create({
      data: { id: personId, applicationId: application.id, answers: readTyped(personQuestions, typed).kept },
    });
    await note(db, writer, 'application_person_added', personId);
    return { personId };
  });
}

export function savePerson(
  writer: Writer,
  personId: string,
  typed: Typed,
): Promise<Saved | WriteRefusal | 'not_found'> {
  return write(writer.accountId, async (db, application) => {
    const person = application.people.find(({ id }) => id === personId);
    if (!person) return 'not_found';
    const { kept, unkept } = readTyped(personQuestions, typed);
    if (!isReopened(await reopenedSubjects(application, db), `person:${personId}`)) return 'not_reopened';
    const changed = Object.keys(kept).filter((name) => kept[name] !== (person.answers[name] ?? ''));
    await db.applicationPerson.update({
      where: { id: personId },
      data: { answers: { ...person.answers, ...kept } },
    });
    if (changed.length) await note(db, writer, 'application_person_saved', personId, changed);
    return saved(unkept);
  });
}

/** Removes somebody, with what proves who they are. */
export function removePerson(
  writer: Writer,
  personId: string,
): Promise<'removed' | WriteRefusal | 'not_found'> {
  return write(writer.accountId, async (db, application) => {
    if (!application.people.some(({ id }) => id === personId)) return 'not_found';
    if (!isReopened(await reopenedSubjects(application, db), 'people')) return 'not_reopened';
    await db.applicationPerson.delete({ where: { id: personId } });
    await withdrawDocuments(db, { accountId: writer.accountId, subject: personId });
    await note(db, writer, 'application_person_removed', personId);
    return 'removed';
  });
}

/** Names what changed and not to what: answers are told under seal, and the audit keeps what it has for ever. */
async function note(
  db: Database,
  { accountId, by }: Writer,
  action: AuditAction,
  subject: string,
  changed?: string[],
): Promise<void> {
  if (by)
    await recordAudit(db, {
      actor: `portal:${by.userId}`,
      action,
      accountId,
      subject,
      ...(changed && { details: { changed: changed.join(', ') } }),
      address: by.address,
    });
}

/** No register gives companies numbers like the newer card schemes’, from 15 digits on; a French SIRET is like a Diners Club card. */
const shortestCardAmongOfficial = 15;

/** Of what was typed, the answers to these questions. A sealed one may hold what it likes. */
function readTyped(
  questions: readonly Question[],
  typed: Typed,
): { kept: Record<string, string>; unkept: string[] } {
  const kept: Record<string, string> = {};
  const unkept: string[] = [];
  for (const { name, input, secret, official } of questions) {
    if (typed[name] === undefined) continue;
    const whole = input.kind === 'text' ? tidyWhole(typed[name]) : tidyWholeLine(typed[name]);
    if (!secret && holdsCardNumber(whole, official ? shortestCardAmongOfficial : undefined))
      unkept.push(name);
    else kept[name] = cut(whole);
  }
  return { kept, unkept };
}

function saved(unkept: string[]): Saved {
  return unkept.length ? { unkept } : 'saved';
}

/** One writer at a time, and none once it is handed in. */
function write<R>(
  accountId: string,
  work: (db: Prisma.TransactionClient, application: Application) => Promise<R>,
): Promise<R | 'closed'> {
  return prisma.$transaction(async (db) => {
    const application = await lockApplication(db, accountId);
    return isOpen(application.state) ? work(db, application) : 'closed';
  });
}
