import { recordAudit } from '~/audit/audit';
import { listStandingDocuments } from '~/documents/standing-documents';
import { tellMerchant } from '~/webhooks/events';
import { prisma, type Database } from '~/platform/db.server';
import { lastingKey } from '~/platform/lasting-keys.server';
import { keyedDigest } from '~/platform/secrets.server';
import type { Prisma } from '~/platform/prisma/client';
import { ofDescription, plainAccountNumber } from './answer-faults';
import { lockApplication, type Application } from './applications';
import { writeToOwners } from './letters';
import { moveApplication } from './moves';
import { promiseFromNow } from './promise';
import { isAsked, type Answers } from './question';
import { allQuestions } from './questions';
import { sealAnswers } from './sealed-answers';
import { isOpen } from './states';
import { nameOf, subjectsOf, type Contents, type Subject } from './subjects';
import { tidy } from './typed-text';

type Submission = { accountId: string; userId: string; address?: string };

/**
 * Hands the application in: keeps it as it is now, promises a date, and tells the owners. With gaps nothing happens, and each
 * of them is told. `closed`: handed in or decided already.
 */
export function submitApplication({
  accountId,
  userId,
  address,
}: Submission): Promise<'submitted' | 'closed' | { missing: Subject[] }> {
  return prisma.$transaction(async (db) => {
    const application = await lockApplication(db, accountId);
    const contents = { ...application, documents: await listStandingDocuments(accountId, db) };
    if (!isOpen(application.state)) return 'closed';
    const missing = subjectsOf(contents).filter(({ fault }) => fault);
    if (missing.length) return { missing };
    return handIn(db, contents, { event: 'submitted', userId, address });
  });
}

/** Asks for another look after a rejection, by another reviewer. The words say why; `fault` is what is wrong with them. */
export async function appeal({
  accountId,
  userId,
  address,
  ...typed
}: Submission & { words: string }): Promise<'submitted' | 'closed' | { fault: string }> {
  const words = tidy(typed.words);
  const fault = ofDescription(words);
  if (fault) return { fault };
  return prisma.$transaction(async (db) => {
    const application = await lockApplication(db, accountId);
    return handIn(
      db,
      { ...application, documents: await listStandingDocuments(accountId, db) },
      { event: 'appealed', userId, address, words },
    );
  });
}

type HandIn = { event: 'submitted' | 'appealed'; userId: string; address?: string; words?: string };

async function handIn(
  db: Prisma.TransactionClient,
  application: Application & Contents,
  { event, userId, address, words }: HandIn,
): Promise<'submitted' | 'closed'> {
  const { id, accountId } = application;
  const round = application.round + 1;
  const promisedAt = await promiseFromNow(db);
  const data = {
    round,
    promisedAt,
    submittedAt: new Date(),
    decidedAt: null,
    snoozedUntil: null,
    snoozeReason: null,
    firstApprovalBy: null,
  };
  if (
    (await moveApplication(db, application, { event, actor: `portal:${userId}`, address, words, data })) ===
    'moved_on'
  )
    return 'closed';
  await writeSearchKeys(db, application);
  await db.applicationSubmission.create({
    data: { applicationId: id, round, words, submittedBy: userId, contents: toStored(application) },
  });
  // From here on the business is called what its customers call it, not what whoever registered is.
  await rename(db, {
    accountId,
    name: application.answers.trading_name || application.answers.legal_name!,
    userId,
    address,
  });
  await tellMerchant(db, {
    accountId,
    environment: 'test',
    type: 'application.submitted',
    payload: { application_id: id, round },
  });
  await writeToOwners(db, accountId, 'application-submitted', {
    promisedAt: promisedAt.toISOString(),
    appeal: event === 'appealed',
  });
  return 'submitted';
}

async function rename(
  db: Database,
  { accountId, name, userId, address }: Submission & { name: string },
): Promise<void> {
  const { name: former } = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { name: true },
  });
  if (name === former) return;
  await db.account.update({ where: { id: accountId }, data: { name } });
  await recordAudit(db, {
    actor: `portal:${userId}`,
    action: 'account_renamed',
    accountId,
    before: { name: former },
    after: { name },
    address,
  });
}

function toStored({ id, answers, people, documents }: Application & Contents): Prisma.InputJsonObject {
  const kept = documents.map(({ id, kind, subject, fileName, status }) => ({
    id,
    kind,
    subject,
    fileName,
    status,
  }));
  return {
    answers: sealAnswers(id, answers),
    people: people.map((person) => ({ id: person.id, answers: { ...person.answers } })),
    documents: kept,
  };
}

const hash = (text: string) => keyedDigest(lastingKey('application-search'), text);

/** Keeps the hashes by which other applications of the same business, account or people are found. */
export async function writeSearchKeys(
  db: Database,
  { id, answers, people }: Pick<Application, 'id' | 'answers' | 'people'>,
): Promise<void> {
  await db.application.update({ where: { id }, data: searchKeys(answers) });
  await db.$executeRaw`
    update application_people set person_key = keyed.key from unnest(${people.map((person) => person.id)}::text[], ${people.map(personKey)}::text[]) as keyed(id, key)
    where application_people.id = keyed.id and application_people.application_id = ${id}`;
}

/**
 * Hashes that are equal where two businesses have the same number or account, however it was typed. Answers of before, to
 * questions that are not asked any more, say nothing.
 */
function searchKeys(answers: Answers): { registrationKey: string | null; bankKey: string | null } {
  const asked = Object.fromEntries(
    allQuestions.filter((question) => isAsked(question, answers)).map(({ name }) => [name, answers[name]]),
  );
  const {
    country,
    registration_number: number,
    account_number: account,
    bank_country: bank,
    bank_code: code = '',
  } = asked;
  return {
    registrationKey: number ? hash(`registration ${country} ${plain(number)}`) : null,
    bankKey: account ? hash(`bank ${bank} ${plain(code)} ${plainAccountNumber(account)}`) : null,
  };
}

function personKey(person: Contents['people'][number]): string {
  return hash(`person ${plain(nameOf(person))} ${person.answers.person_birth_date}`);
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
