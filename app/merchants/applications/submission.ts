import { listStandingDocuments } from '~/documents/standing-documents';
import { tellMerchant } from '~/webhooks/events';
import { prisma } from '~/platform/db.server';
import { deriveKey, keyedDigest } from '~/platform/secrets.server';
import type { Prisma } from '~/platform/prisma/client';
import { ofDescription, plainAccountNumber } from './answer-faults';
import { lockApplication, type Application } from './applications';
import { writeToOwners } from './letters';
import { moveApplication } from './moves';
import { promiseFromNow } from './promise';
import { sealAnswers } from './sealed-answers';
import { isOpen } from './states';
import { nameOf, subjectsOf, type Contents, type Subject } from './subjects';
import { tidy } from './typed-text';

type Submission = { accountId: string; userId: string };

/**
 * Hands the application in: keeps it as it is now, promises a date, and tells the owners. With gaps nothing happens, and each
 * of them is told. `closed`: handed in or decided already.
 */
export function submitApplication({ accountId, userId }: Submission): Promise<'submitted' | 'closed' | { missing: Subject[] }> {
  return prisma.$transaction(async (db) => {
    const application = await lockApplication(db, accountId);
    const contents = { ...application, documents: await listStandingDocuments(accountId, db) };
    if (!isOpen(application.state)) return 'closed';
    const missing = subjectsOf(contents).filter(({ fault }) => fault);
    if (missing.length) return { missing };
    return handIn(db, contents, { event: 'submitted', userId });
  });
}

/** Asks for another look after a rejection, by another reviewer. The words say why; `fault` is what is wrong with them. */
export async function appeal({ accountId, userId, ...typed }: Submission & { words: string }): Promise<'submitted' | 'closed' | { fault: string }> {
  const words = tidy(typed.words);
  const fault = ofDescription(words);
  if (fault) return { fault };
  return prisma.$transaction(async (db) => {
    const application = await lockApplication(db, accountId);
    return handIn(db, { ...application, documents: await listStandingDocuments(accountId, db) }, { event: 'appealed', userId, words });
  });
}

type HandIn = { event: 'submitted' | 'appealed'; userId: string; words?: string };

async function handIn(db: Prisma.TransactionClient, application: Application & Contents, { event, userId, words }: HandIn): Promise<'submitted' | 'closed'> {
  const { id, accountId } = application;
  const round = application.round + 1;
  const promisedAt = await promiseFromNow(db);
  const data = { round, promisedAt, submittedAt: new Date(), decidedAt: null, snoozedUntil: null, snoozeReason: null, firstApprovalBy: null, ...searchKeys(application) };
  if ((await moveApplication(db, application, { event, actor: `portal:${userId}`, words, data })) === 'moved_on') return 'closed';
  for (const person of application.people) await db.applicationPerson.update({ where: { id: person.id }, data: { personKey: personKey(person) } });
  await db.applicationSubmission.create({ data: { applicationId: id, round, words, submittedBy: userId, contents: toStored(application) } });
  // From here on the business is called what its customers call it, not what whoever registered is.
  await db.account.update({ where: { id: accountId }, data: { name: application.answers.trading_name || application.answers.legal_name } });
  await tellMerchant(db, { accountId, environment: 'test', type: 'application.submitted', payload: { application_id: id, round } });
  await writeToOwners(db, accountId, 'application-submitted', { promisedAt: promisedAt.toISOString(), appeal: event === 'appealed' });
  return 'submitted';
}

function toStored({ id, answers, people, documents }: Application & Contents): Prisma.InputJsonObject {
  const kept = documents.map(({ id, kind, subject, fileName, status }) => ({ id, kind, subject, fileName, status }));
  return { answers: sealAnswers(id, answers), people: people.map((person) => ({ id: person.id, answers: { ...person.answers } })), documents: kept };
}

const key = deriveKey('application-search');

/** Hashes that are equal where two businesses have the same number or account, however it was typed. */
function searchKeys({ answers }: Application): { registrationKey: string | null; bankKey: string | null } {
  const { country, registration_number: number, account_number: account, bank_country: bank } = answers;
  return {
    registrationKey: number ? keyedDigest(key, `registration ${country} ${plain(number)}`) : null,
    bankKey: account ? keyedDigest(key, `bank ${bank} ${plainAccountNumber(account)}`) : null,
  };
}

function personKey(person: Contents['people'][number]): string {
  return keyedDigest(key, `person ${plain(nameOf(person))} ${person.answers.person_birth_date}`);
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
