import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import {
  buildApplication,
  buildDocument,
  buildReviewer,
  buildReviewStep,
} from '../../../../tests/world/applications';
import { saveAnswers, savePerson } from './answers';
import { requireApplication } from '~/merchants/applications/applications';
import { findChangedItems, findSubmittedContents } from './submitted-contents';
import { requestChanges } from '~/merchants/applications/review/decisions';
import { assignCase } from '~/merchants/applications/review/assignments';
import type { BusinessPerson } from '~/merchants/applications/questions/question';
import { submitApplication } from '~/merchants/applications/submission';
import { saveItemReviews } from '~/merchants/applications/review/item-reviews';

/** An application with requested changes to these subjects. */
async function buildReturnedApplication(subjectsFor: (personId: string) => string[]) {
  const reviewerId = await buildReviewer();
  const { applicationId, merchant } = await buildApplication('SUBMITTED');
  await assignCase(await buildReviewStep(applicationId, reviewerId));
  const step = await buildReviewStep(applicationId, reviewerId);
  const [person] = (await requireApplication({ id: applicationId })).people;
  await saveItemReviews(
    step,
    subjectsFor(person!.id).map((subject) => ({
      subject,
      result: 'change' as const,
      reason: 'Please change it.',
    })),
  );
  await requestChanges({ ...step, message: '' });
  return {
    applicationId,
    personId: person!.id,
    writer: { accountId: merchant.accountId, userId: merchant.ownerId },
  };
}

async function compareRounds(id: string) {
  const [before, now] = [await findSubmittedContents({ id }, 1), await findSubmittedContents({ id }, 2)];
  return [...findChangedItems(now!, before!)].map(([key, previous]) => [key, previous?.displayValue ?? null]);
}

test('a round keeps what was submitted, whatever is saved later', async () => {
  const { applicationId, writer } = await buildReturnedApplication(() => ['city']);
  await saveAnswers(writer, { city: 'Bremen' });
  expect((await findSubmittedContents({ id: applicationId }, 1))!.answers).toMatchObject({ city: 'Hamburg' });
  expect(await findSubmittedContents({ id: applicationId }, 2)).toBeNull();
});

/** All rows of an application as they are stored. */
const readStored = async (applicationId: string) =>
  JSON.stringify([
    await prisma.applicationSubmission.findFirst({ where: { applicationId } }),
    await prisma.application.findUnique({ where: { id: applicationId } }),
    await prisma.applicationPerson.findMany({ where: { applicationId } }),
  ]);

test('the bank account, the tax number and people are stored encrypted', async () => {
  const { applicationId } = await buildApplication('SUBMITTED');
  const { answers, people } = await requireApplication({ id: applicationId });
  const stored = await readStored(applicationId);
  expect(answers.account_number).toMatch(/^DE\d{20}$/);
  expect(people).toHaveLength(1);
  for (const text of [answers.account_number, answers.tax_number, ...listTexts(people[0]!)])
    expect(stored).not.toContain(text);
  expect(await findSubmittedContents({ id: applicationId }, 1)).toMatchObject({ answers, people });
});

const listTexts = ({ answers }: BusinessPerson) => [
  answers.person_name,
  answers.person_birth_date,
  'person_',
];

test('a later round differs only where something was changed', async () => {
  const { applicationId, personId, writer } = await buildReturnedApplication((id) => [
    'city',
    'website',
    `person:${id}`,
    'document:bank_statement:',
    'account_number',
  ]);
  await saveAnswers(writer, {
    city: 'Bremen',
    account_number: 'GB29 NWBK 6016 1331 9268 19',
    bank_country: 'DE',
  });
  await saveAnswers(writer, { account_number: 'DE89 3704 0044 0532 0130 00' });
  await savePerson(writer, personId, { person_birth_date: '1985-05-17' });
  await buildDocument(writer.accountId, { kind: 'bank_statement' });
  expect(await submitApplication(writer)).toBe('submitted');
  expect(await compareRounds(applicationId)).toEqual([
    ['city', 'Hamburg'],
    [`person:${personId}`, 'Owner and director, 100%, 1984-05-17, Germany'],
    ['account_number', expect.stringMatching(/^•••• \d{4}$/)],
    // Another file with the same name.
    ['document:bank_statement:', 'bank_statement.pdf'],
  ]);
});

test('a question that a changed answer adds is new', async () => {
  const { applicationId, writer } = await buildReturnedApplication(() => ['card_entry']);
  await saveAnswers(writer, { card_entry: 'direct' });
  await saveAnswers(writer, { pci_level: '4' });
  await buildDocument(writer.accountId, { kind: 'pci_attestation' });
  expect(await submitApplication(writer)).toBe('submitted');
  expect(await compareRounds(applicationId)).toEqual([
    ['card_entry', 'On our hosted checkout page'],
    ['pci_level', null],
    ['document:pci_attestation:', null],
  ]);
});
