import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApplication } from '../../../../tests/world/applications';
import { saveAnswers } from './answers';
import { retrieveChecklist } from './checklist';

test("a merchant sees nothing of the reviewers' notes", async () => {
  const { merchant } = await buildApplication('IN_REVIEW');
  const checklist = await retrieveChecklist(merchant.accountId);
  expect(Object.keys(checklist).sort()).toEqual([
    'answers',
    'applicationId',
    'documents',
    'items',
    'people',
    'promisedAt',
    'state',
  ]);
});

test("an encrypted answer that can't be decrypted is an error, and isn't overwritten", async () => {
  const { merchant, applicationId } = await buildApplication();
  const read = async () =>
    (await prisma.application.findUniqueOrThrow({ where: { id: applicationId } })).answers as Record<
      string,
      string
    >;
  const answers = { ...(await read()), account_number: 'sealed with another key' };
  await prisma.application.update({ where: { id: applicationId }, data: { answers } });
  await expect(saveAnswers({ accountId: merchant.accountId }, { city: 'Bremen' })).rejects.toThrow(
    'does not open',
  );
  expect(await read()).toEqual(answers);
});
