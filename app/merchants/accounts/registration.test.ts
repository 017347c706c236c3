import { expect, test } from 'vitest';
import { requestEmailConfirmation } from '~/identity/email/email-confirmation';
import { createEmailLink } from '~/identity/email/email-links';
import { prisma } from '~/platform/database/db.server';
import { unseal } from '~/platform/secrets/secrets.server';
import { authenticateClient } from '~/merchants/credentials/credentials';
import { findMembership } from '~/merchants/team/members';
import { completeRegistration } from './registration';

const password = 'correct horse battery';
const anEmail = () => `registration-${crypto.randomUUID()}@example.com`;
const mailTo = async (recipient: string) =>
  (await prisma.mail.findMany({ where: { recipient }, orderBy: { id: 'desc' } }))[0]!;

test('a confirmed address becomes a person with an account and working test credentials', async () => {
  const email = anEmail();
  expect(await requestEmailConfirmation({ name: 'Ada Lovelace', email, address: crypto.randomUUID() })).toBe(
    'sent',
  );
  expect(await prisma.user.count({ where: { email } })).toBe(0);
  const mail = await mailTo(email);
  const { link } = JSON.parse(unseal('mail', mail.sealed!)!) as { link: string };
  expect(link).toMatch(/^http:\/\/localhost:3000\/confirm\/[\w-]{43}$/);
  const token = link.split('/').at(-1)!;
  expect(JSON.stringify(mail)).not.toContain(token);

  expect(await completeRegistration(token, 'short')).toEqual({ error: 'password_too_short' });
  expect(await completeRegistration(token, 'Ada Lovelace')).toEqual({ error: 'password_is_personal' });
  const done = await completeRegistration(token, password);
  if ('error' in done) throw new Error(done.error);
  expect(await findMembership(done.userId)).toMatchObject({
    role: 'owner',
    account: { id: done.credentials.clientId, name: 'Ada Lovelace' },
  });
  expect(await prisma.account.findUnique({ where: { id: done.credentials.clientId } })).toMatchObject({
    mode: 'test',
  });
  expect(await authenticateClient({ ...done.credentials, environment: 'test', address: '' })).toEqual({
    accountId: done.credentials.clientId,
    secretId: done.credentials.secretId,
  });
  expect(await completeRegistration(token, password)).toEqual({ error: 'link_invalid' });
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Mars/Olympus', 'UTC'],
  ["'; drop table accounts", 'UTC'],
  [undefined, 'UTC'],
])('a browser in %s makes an account in %s', async (timeZone, expected) => {
  const token = await createEmailLink(prisma, { purpose: 'confirm', email: anEmail(), name: 'Ada' });
  const done = await completeRegistration(token, password, { timeZone });
  if ('error' in done) throw new Error(done.error);
  expect(await prisma.account.findUnique({ where: { id: done.credentials.clientId } })).toMatchObject({
    timeZone: expected,
    dailyTotalsZone: expected,
  });
});

test('20 confirmations at once create one person and one account', async () => {
  const email = anEmail();
  const token = await createEmailLink(prisma, { purpose: 'confirm', email, name: 'Ada' });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => completeRegistration(token, password)));
  expect(outcomes.filter((outcome) => 'userId' in outcome)).toHaveLength(1);
  expect(await prisma.member.count({ where: { user: { email } } })).toBe(1);
});

test('a person who registers again gets help to log in, and stays unchanged', async () => {
  const email = anEmail();
  await completeRegistration(
    await createEmailLink(prisma, { purpose: 'confirm', email, name: 'Ada' }),
    password,
  );
  expect(await requestEmailConfirmation({ name: 'Eve', email, address: crypto.randomUUID() })).toBe('sent');
  expect(await mailTo(email)).toMatchObject({ template: 'already-registered' });
  expect(await prisma.emailLink.count({ where: { email, purpose: 'confirm' } })).toBe(0);
});

test("a second link for a registered address doesn't work", async () => {
  const email = anEmail();
  const first = await createEmailLink(prisma, { purpose: 'confirm', email, name: 'Ada' });
  await completeRegistration(first, password);
  const late = await createEmailLink(prisma, { purpose: 'confirm', email, name: 'Eve' });
  expect(await completeRegistration(late, password)).toEqual({ error: 'link_invalid' });
});
