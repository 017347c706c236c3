import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { unseal } from '~/platform/secrets/secrets.server';
import { createEmailLink, findEmailLink } from '~/identity/email/email-links';
import { takeAttempt } from '~/identity/login/lockout';
import { logIn } from '~/identity/login/login';
import { hashingConcurrency, runInHashingQueue } from './hashing-queue';
import { changePassword } from './password-change';
import { requestPasswordReset, resetPassword } from './password-reset';
import { hashPassword, verifyPassword } from './passwords';
import { retrieveSession, startSession } from '~/identity/sessions/sessions';
import { createUser, findUserByEmail } from '~/identity/users/users';

const browser = (cookie = '') => new Request('http://localhost:3000/', { headers: { cookie } });
const mailsTo = (recipient: string) => prisma.mail.findMany({ where: { recipient }, orderBy: { id: 'asc' } });

async function buildUser(): Promise<{ id: string; email: string }> {
  const email = `reset-${crypto.randomUUID()}@example.com`;
  return {
    email,
    id: await createUser(prisma, {
      email,
      name: 'Ada Lovelace',
      passwordHash: await hashPassword('the old password'),
    }),
  };
}

test('a known address gets a link, an unknown one an email without; the reply is the same', async () => {
  const { email } = await buildUser();
  const stranger = `stranger-${crypto.randomUUID()}@example.com`;
  expect(await requestPasswordReset({ email, address: crypto.randomUUID() })).toBe('sent');
  expect(await requestPasswordReset({ email: stranger, address: crypto.randomUUID() })).toBe('sent');
  const [known] = await mailsTo(email);
  const [unknown] = await mailsTo(stranger);
  expect(unseal('mail', known!.sealed!)).toMatch(/http:\/\/localhost:3000\/reset-password\/[\w-]{43}/);
  expect({ template: unknown!.template, contents: unseal('mail', unknown!.sealed!) }).toEqual({
    template: 'no-account',
    contents: '{"registerLink":"http://localhost:3000/register"}',
  });
  // A second one within the minute isn't written in either case.
  for (const each of [email, stranger]) {
    expect(await requestPasswordReset({ email: each, address: crypto.randomUUID() })).toMatchObject({
      error: 'mail_just_sent',
    });
    expect(await mailsTo(each)).toHaveLength(1);
  }
});

test('a reset changes the password, ends all sessions, notifies the owner, and works once', async () => {
  const { id, email } = await buildUser();
  const cookie = (await startSession(browser(), id, '127.0.0.1')).split(';')[0];
  const token = await createEmailLink(prisma, { purpose: 'reset', email, userId: id });

  expect(await resetPassword(token, 'short')).toBe('password_too_short');
  expect(await resetPassword(token, email)).toBe('password_is_personal');
  expect(await resetPassword(token, 'the old password')).toBe('password_is_present');
  expect(await retrieveSession(browser(cookie))).not.toBeNull();

  expect(await resetPassword(token, 'the new password')).toBe('changed');
  const user = await findUserByEmail(email);
  expect(await verifyPassword(user!.passwordHash, 'the new password')).toBe(true);
  expect(await retrieveSession(browser(cookie))).toBeNull();
  const [mail] = await mailsTo(email);
  expect({ template: mail!.template, contents: JSON.parse(unseal('mail', mail!.sealed!)!) }).toEqual({
    template: 'password-changed',
    contents: {
      changedAt: expect.any(String),
      forgotLink: 'http://localhost:3000/forgot-password',
      loggedOut: 'all',
    },
  });
  expect(await resetPassword(token, 'another new password')).toBe('link_invalid');
});

test.each(['change', 'reset'] as const)(
  'ten attempts to %s with the current password, then thirty minutes; the other way stays open',
  async (kind) => {
    const { id, email } = await buildUser();
    const token = await createEmailLink(prisma, { purpose: 'reset', email, userId: id });
    const changes = {
      change: (password: string) => changePassword({ userId: id, actor: `portal:${id}` }, password),
      reset: (password: string) => resetPassword(token, password),
    };
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => changes[kind]('the old password')));
    expect(outcomes.filter((outcome) => outcome === 'password_is_present')).toHaveLength(10);
    expect(await changes[kind]('the new password')).toEqual({
      wait: expect.toSatisfy((seconds) => seconds > 1_790 && seconds <= 1_800),
    });
    // Passwords that are rejected before hashing aren't attempts.
    expect(await changes[kind]('short')).toBe('password_too_short');
    expect(await changes[kind === 'change' ? 'reset' : 'change']('the new password')).toBe('changed');
  },
);

test('of 50 resets at once, one succeeds', async () => {
  const { id, email } = await buildUser();
  const token = await createEmailLink(prisma, { purpose: 'reset', email, userId: id });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, i) => resetPassword(token, `the new password ${i}`)),
  );
  expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1);
});

test("a link doesn't follow a person to another address, and has no other purpose", async () => {
  const { id, email } = await buildUser();
  const token = await createEmailLink(prisma, { purpose: 'reset', email, userId: id });
  await prisma.user.update({ where: { id }, data: { email: `moved-${email}` } });
  expect(await resetPassword(token, 'the new password')).toBe('link_invalid');
  expect(
    await resetPassword(
      await createEmailLink(prisma, { purpose: 'confirm', email, userId: id }),
      'the new password',
    ),
  ).toBe('link_invalid');
});

test("a link doesn't follow a person who moves to another address during the reset", async () => {
  const { id, email } = await buildUser();
  const token = await createEmailLink(prisma, { purpose: 'reset', email, userId: id });
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id } });
  let release = () => {};
  const blocked = new Promise<void>((resolve) => (release = resolve));
  const before = Array.from({ length: hashingConcurrency }, () => runInHashingQueue(() => blocked));
  const reset = resetPassword(token, 'the new password');
  await sleep(300);
  await prisma.user.update({ where: { id }, data: { email: `moved-${email}` } });
  release();
  await Promise.all(before);
  expect(await reset).toBe('link_invalid');
  expect(await prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ passwordHash });
});

test("a link of another person's is invalid, whatever the password", async () => {
  const [ada, eve] = [await buildUser(), await buildUser()];
  const token = await createEmailLink(prisma, { purpose: 'reset', email: ada.email, userId: eve.id });
  expect(await resetPassword(token, 'short')).toBe('link_invalid');
  expect(await resetPassword(token, 'the new password')).toBe('link_invalid');
});

test.each(['change', 'reset'] as const)(
  'a %s is audited, ends a lockout of logins, and invalidates the reset links of this person only',
  async (kind) => {
    const [{ id, email }, eve] = [await buildUser(), await buildUser()];
    const createLink = (person: typeof eve, purpose: 'reset' | 'email_new' = 'reset') =>
      createEmailLink(prisma, { purpose, email: person.email, userId: person.id });
    const [token, other, newEmail, evesToken] = [
      await createLink({ id, email }),
      await createLink({ id, email }),
      await createLink({ id, email }, 'email_new'),
      await createLink(eve),
    ];
    for (let i = 0; i < 10; i++) await takeAttempt('login_account', email);
    const attemptLogin = () =>
      logIn(browser(), { email, password: 'the new password', address: crypto.randomUUID() });
    expect(await attemptLogin()).toMatchObject({ error: 'too_many_attempts' });

    const outcome =
      kind === 'change'
        ? await changePassword({ userId: id, actor: `portal:${id}` }, 'the new password')
        : await resetPassword(token, 'the new password');
    expect(outcome).toBe('changed');

    expect(await attemptLogin()).toMatchObject({ next: 'none' });
    expect({
      token: await findEmailLink('reset', token),
      other: await findEmailLink('reset', other),
      newEmail: await findEmailLink('email_new', newEmail),
      evesToken: await findEmailLink('reset', evesToken),
    }).toEqual({
      token: null,
      other: null,
      newEmail: expect.objectContaining({ email }),
      evesToken: expect.objectContaining({ email: eve.email }),
    });
    const { entries } = await listAudit({ subject: id, action: 'password_changed' });
    expect(entries).toMatchObject([{ actor: `portal:${id}` }]);
    const mail = (await mailsTo(email)).find(({ template }) => template === 'password-changed');
    expect(JSON.parse(unseal('mail', mail!.sealed!)!)).toMatchObject({ loggedOut: 'all' });
  },
);

test('a change in a session that has ended says so, unless the new password is invalid anyway', async () => {
  const { id } = await buildUser();
  const change = (password: string) =>
    changePassword({ userId: id, actor: `portal:${id}`, sessionId: 'ended' }, password);
  expect({
    invalid: await change('short'),
    present: await change('the old password'),
    valid: await change('the new password'),
  }).toEqual({ invalid: 'password_too_short', present: 'session_over', valid: 'session_over' });
});
