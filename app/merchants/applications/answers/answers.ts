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
import { isMaskedAnswer, isSecretAnswer, sealAnswers, sealPerson } from './sealed-answers';
import { isEditableState } from '~/merchants/applications/states';
import {
  truncateText,
  normalizeFullText,
  normalizeFullLine,
} from '~/merchants/applications/questions/text-input';

const maximumPeople = 20;

/** `by`: the person and their address. Absent for the product itself. */
type AnswerWriter = { accountId: string; by?: { userId: string; address?: string } };
type AnswerInput = Readonly<Record<string, string>>;

/** `closed`: submitted or decided. `not_reopened`: the reviewer didn't request a change of this item. */
export type WriteRejection = 'closed' | 'not_reopened';

/**
 * `unkept`: the names of answers that weren't saved because they contain a card number (threat T15). The
 * others were saved.
 */
export type SaveResult = 'saved' | { unsaved: string[] };

/**
 * Saves answers, valid or not, so that nothing is lost and the person can continue on another device. Unnamed
 * answers stay as they are, and so does a masked secret answer that is submitted unchanged.
 */
export function saveAnswers(
  writer: AnswerWriter,
  answerInput: AnswerInput,
): Promise<SaveResult | WriteRejection> {
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

/**
 * Adds an owner or director with the answers so far.
 * @returns the person's ID
 */
export function addPerson(
  writer: AnswerWriter,
  answerInput: AnswerInput = {},
): Promise<{ personId: string } | WriteRejection | 'too_many_people'> {
  return withEditableApplication(writer.accountId, async (db, application) => {
    if (!isItemReopened(await findReopenedItems(application, db), 'people')) return 'not_reopened';
    if (application.people.length >= maximumPeople) return 'too_many_people';
    const personId = createId('per');
    await db.applicationPerson.create({
      data: {
        id: personId,
        applicationId: application.id,
        answers: sealPerson({
          id: personId,
          answers: readAnswerInput(personQuestions, answerInput).accepted,
        }),
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
): Promise<SaveResult | WriteRejection | 'not_found'> {
  return withEditableApplication(writer.accountId, async (db, application) => {
    const person = application.people.find(({ id }) => id === personId);
    if (!person) return 'not_found';
    const { accepted, unsaved } = readAnswerInput(personQuestions, answerInput);
    if (!isItemReopened(await findReopenedItems(application, db), `person:${personId}`))
      return 'not_reopened';
    const changed = Object.keys(accepted).filter((name) => accepted[name] !== (person.answers[name] ?? ''));
    await db.applicationPerson.update({
      where: { id: personId },
      data: { answers: sealPerson({ id: personId, answers: { ...person.answers, ...accepted } }) },
    });
    if (changed.length) await recordAnswerAudit(db, writer, 'application_person_saved', personId, changed);
    return toSaveResult(unsaved);
  });
}

/** Removes a person with their identity document. */
export function removePerson(
  writer: AnswerWriter,
  personId: string,
): Promise<'removed' | WriteRejection | 'not_found'> {
  return withEditableApplication(writer.accountId, async (db, application) => {
    if (!application.people.some(({ id }) => id === personId)) return 'not_found';
    if (!isItemReopened(await findReopenedItems(application, db), 'people')) return 'not_reopened';
    await db.applicationPerson.delete({ where: { id: personId } });
    await withdrawDocuments(db, { accountId: writer.accountId, subject: personId });
    await recordAnswerAudit(db, writer, 'application_person_removed', personId);
    return 'removed';
  });
}

/**
 * Audits which answers changed but not their values: answers are encrypted, and the audit log is permanent.
 */
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

/**
 * No business register issues 15 or more digits like the newer card schemes. A French SIRET looks like a
 * Diners Club card.
 */
const minCardDigitsInOfficialNumbers = 15;

/** The submitted answers to these questions. Encrypted ones may contain anything. */
function readAnswerInput(
  questions: readonly Question[],
  answerInput: AnswerInput,
): { accepted: Record<string, string>; unsaved: string[] } {
  const accepted: Record<string, string> = {};
  const unsaved: string[] = [];
  for (const { name, input, secret, official, normalize } of questions) {
    if (answerInput[name] === undefined) continue;
    const fullText =
      input.kind === 'text' ? normalizeFullText(answerInput[name]) : normalizeFullLine(answerInput[name]);
    if (!secret && containsCardNumber(fullText, official ? minCardDigitsInOfficialNumbers : undefined))
      unsaved.push(name);
    else {
      const value = truncateText(fullText);
      accepted[name] = normalize?.(value) ?? value;
    }
  }
  return { accepted, unsaved };
}

function toSaveResult(unsaved: string[]): SaveResult {
  return unsaved.length ? { unsaved } : 'saved';
}

/** One writer at a time, and none after the submission. */
function withEditableApplication<R>(
  accountId: string,
  work: (db: Prisma.TransactionClient, application: Application) => Promise<R>,
): Promise<R | 'closed'> {
  return prisma.$transaction(async (db) => {
    const application = await lockApplication(db, accountId);
    return isEditableState(application.state) ? work(db, application) : 'closed';
  });
}
