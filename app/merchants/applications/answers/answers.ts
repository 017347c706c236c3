import { recordAudit, type AuditAction } from '~/audit/audit';
import { withdrawDocuments } from '~/documents/current-documents';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { prisma, type Database } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import type { Prisma } from '~/platform/prisma/client';
import { lockApplication, type Application } from '~/merchants/applications/applications';
import type { Question } from '~/merchants/applications/questions/question';
import { allQuestions, personQuestions } from '~/merchants/applications/questions/questions';
import { isItemReopened, findReopenedItems } from './reopened-items';
import { isMaskedAnswer, isSecretAnswer, sealAnswers } from './sealed-answers';
import { isEditableState } from '~/merchants/applications/states';
import {
  truncateText,
  normalizeFullText,
  normalizeFullLine,
} from '~/merchants/applications/questions/text-input';

const maximumPeople = 20;

/** `by`: the person whose hand it is, and from where; the product itself has none. */
type AnswerWriter = { accountId: string; by?: { userId: string; address?: string } };
type AnswerInput = Readonly<Record<string, string>>;

/** `closed`: handed in, or decided. `not_reopened`: the reviewer did not ask for a change of this. */
export type WriteRefusal = 'closed' | 'not_reopened';

/** `unkept`: the names of the answers that were not kept, because they hold a card number (threat T15). The others were. */
export type SaveResult = 'saved' | { unsaved: string[] };

/**
 * Keeps what was typed, right or wrong, so that nothing is lost and another device goes on from here. Answers that are not
 * named stay as they are. A secret answer that comes back as it was shown stays too.
 */
export function saveAnswers(
  writer: AnswerWriter,
  answerInput: AnswerInput,
): Promise<SaveResult | WriteRefusal> {
  return withEditableApplication(writer.accountId, async (db, application) => {
    const { accepted, unsaved } = readAnswerInput(allQuestions, answerInput);
    const changed = Object.entries(accepted).filter(
      ([name, value]) =>
        value !== (application.answers[name] ?? '') && !(isSecretAnswer(name) && isMaskedAnswer(value)),
    );
    if (!changed.length) return toSaveResult(unsaved);
    const reopened = await findReopenedItems(application, db);
    if (changed.some(([name]) => !isItemReopened(reopened, name))) return 'not_reopened';
    const answers = { ...application.answers, ...Object.fromEntries(changed) };
    await db.application.update({
      where: { id: application.id },
      data: { answers: sealAnswers(application.id, answers), updatedAt: new Date() },
    });
    await recordAnswerAudit(
      db,
      writer,
      'application_answers_saved',
      application.id,
      changed.map(([name]) => name),
    );
    return toSaveResult(unsaved);
  });
}

/** Adds an owner or director with the answers typed so far. @returns the person's id */
export function addPerson(
  writer: AnswerWriter,
  answerInput: AnswerInput = {},
): Promise<{ personId: string } | WriteRefusal | 'too_many_people'> {
  return withEditableApplication(writer.accountId, async (db, application) => {
    if (!isItemReopened(await findReopenedItems(application, db), 'people')) return 'not_reopened';
    if (application.people.length >= maximumPeople) return 'too_many_people';
    const personId = createId('per');
    await db.applicationPerson.create({
      data: {
        id: personId,
        applicationId: application.id,
        answers: readAnswerInput(personQuestions, answerInput).accepted,
      },
    });
    await recordAnswerAudit(db, writer, 'application_person_added', personId);
    return { personId };
  });
}

export function savePerson(
  writer: AnswerWriter,
  personId: string,
  answerInput: AnswerInput,
): Promise<SaveResult | WriteRefusal | 'not_found'> {
  return withEditableApplication(writer.accountId, async (db, application) => {
    const person = application.people.find(({ id }) => id === personId);
    if (!person) return 'not_found';
    const { accepted, unsaved } = readAnswerInput(personQuestions, answerInput);
    if (!isItemReopened(await findReopenedItems(application, db), `person:${personId}`))
      return 'not_reopened';
    const changed = Object.keys(accepted).filter((name) => accepted[name] !== (person.answers[name] ?? ''));
    await db.applicationPerson.update({
      where: { id: personId },
      data: { answers: { ...person.answers, ...accepted } },
    });
    if (changed.length) await recordAnswerAudit(db, writer, 'application_person_saved', personId, changed);
    return toSaveResult(unsaved);
  });
}

/** Removes somebody, with what proves who they are. */
export function removePerson(
  writer: AnswerWriter,
  personId: string,
): Promise<'removed' | WriteRefusal | 'not_found'> {
  return withEditableApplication(writer.accountId, async (db, application) => {
    if (!application.people.some(({ id }) => id === personId)) return 'not_found';
    if (!isItemReopened(await findReopenedItems(application, db), 'people')) return 'not_reopened';
    await db.applicationPerson.delete({ where: { id: personId } });
    await withdrawDocuments(db, { accountId: writer.accountId, subject: personId });
    await recordAnswerAudit(db, writer, 'application_person_removed', personId);
    return 'removed';
  });
}

/** Names what changed and not to what: answers are reported under seal, and the audit keeps what it has for ever. */
async function recordAnswerAudit(
  db: Database,
  { accountId, by }: AnswerWriter,
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
const minCardDigitsInOfficialNumbers = 15;

/** Of what was typed, the answers to these questions. A sealed one may hold what it likes. */
function readAnswerInput(
  questions: readonly Question[],
  answerInput: AnswerInput,
): { accepted: Record<string, string>; unsaved: string[] } {
  const accepted: Record<string, string> = {};
  const unsaved: string[] = [];
  for (const { name, input, secret, official } of questions) {
    if (answerInput[name] === undefined) continue;
    const fullText =
      input.kind === 'text' ? normalizeFullText(answerInput[name]) : normalizeFullLine(answerInput[name]);
    if (!secret && containsCardNumber(fullText, official ? minCardDigitsInOfficialNumbers : undefined))
      unsaved.push(name);
    else accepted[name] = truncateText(fullText);
  }
  return { accepted, unsaved };
}

function toSaveResult(unsaved: string[]): SaveResult {
  return unsaved.length ? { unsaved } : 'saved';
}

/** One writer at a time, and none once it is handed in. */
function withEditableApplication<R>(
  accountId: string,
  work: (db: Prisma.TransactionClient, application: Application) => Promise<R>,
): Promise<R | 'closed'> {
  return prisma.$transaction(async (db) => {
    const application = await lockApplication(db, accountId);
    return isEditableState(application.state) ? work(db, application) : 'closed';
  });
}
