import { expect, test } from 'vitest';
import { prisma } from '~/platform/db.server';
import { buildApplication, buildDocument, buildReviewer, stepOf } from '../../../tests/world/applications';
import { saveAnswers, savePerson } from './answers';
import { requireApplication } from './applications';
import { changedSubjects, retrieveContents } from './contents';
import { requestChanges } from './decisions';
import { claimReview } from './reviews';
import { submitApplication } from './submission';
import { saveVerdicts } from './verdicts';

/** An application of which these subjects were asked to change. */
async function askedToChange(subjectsFor: (personId: string) => string[]) {
  const reviewerId = await buildReviewer();
  const { applicationId, merchant } = await buildApplication('SUBMITTED');
  await claimReview(await stepOf(applicationId, reviewerId));
  const step = await stepOf(applicationId, reviewerId);
  const [person] = (await requireApplication({ id: applicationId })).people;
  await saveVerdicts(
    step,
    subjectsFor(person!.id).map((subject) => ({
      subject,
      verdict: 'change' as const,
      reason: 'Please change it.',
    })),
  );
  await requestChanges({ ...step, words: '' });
  return {
    applicationId,
    personId: person!.id,
    writer: { accountId: merchant.accountId, userId: merchant.ownerId },
  };
}

async function compareRounds(id: string) {
  const [before, now] = [await retrieveContents({ id }, 1), await retrieveContents({ id }, 2)];
  return [...changedSubjects(now!, before!)].map(([key, was]) => [key, was?.shown ?? null]);
}

test('a round keeps what was handed in, whatever is written later', async () => {
  const { applicationId, writer } = await askedToChange(() => ['city']);
  await saveAnswers(writer, { city: 'Bremen' });
  expect((await retrieveContents({ id: applicationId }, 1))!.answers).toMatchObject({ city: 'Hamburg' });
  expect(await retrieveContents({ id: applicationId }, 2)).toBeNull();
});

test('the bank account is sealed in what is kept', async () => {
  const { applicationId } = await buildApplication('SUBMITTED');
  const { answers } = await requireApplication({ id: applicationId });
  const stored =
    JSON.stringify(await prisma.applicationSubmission.findFirst({ where: { applicationId } })) +
    JSON.stringify(await prisma.application.findUnique({ where: { id: applicationId } }));
  expect(answers.account_number).toMatch(/^DE\d{20}$/);
  expect(stored).not.toContain(answers.account_number);
  expect((await retrieveContents({ id: applicationId }, 1))!.answers).toEqual(answers);
});

test('a later round differs where something was changed, and nowhere else', async () => {
  const { applicationId, personId, writer } = await askedToChange((id) => [
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
    [`person:${personId}`, 'Owner and director, 100 %, 1984-05-17, Germany'],
    ['account_number', expect.stringMatching(/^•••• \d{4}$/)],
    // Another file of the same name.
    ['document:bank_statement:', 'bank_statement.pdf'],
  ]);
});

test('a question that a changed answer brings up is new', async () => {
  const { applicationId, writer } = await askedToChange(() => ['card_entry']);
  await saveAnswers(writer, { card_entry: 'direct' });
  await saveAnswers(writer, { pci_level: '4' });
  await buildDocument(writer.accountId, { kind: 'pci_attestation' });
  expect(await submitApplication(writer)).toBe('submitted');
  expect(await compareRounds(applicationId)).toEqual([
    ['card_entry', 'On your checkout page'],
    ['pci_level', null],
    ['document:pci_attestation:', null],
  ]);
});
