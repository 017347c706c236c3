import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { addSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { listMailsTo } from '../../../tests/world/identity/team';
import {
  confirmEmailChange,
  requestEmailChange,
  cancelEmailChange,
  deleteExpiredEmailChanges,
  rejectEmailChange,
  findEmailChange,
  findEmailChangeLink,
} from './email-change';
import { createEmailLink, findEmailLink } from './email-links';
import { requestRecovery, startRecovery } from '~/identity/recovery/second-factor-recovery';
import { requestPasswordReset } from '~/identity/passwords/password-reset';
import { findRecovery } from '~/identity/recovery/active-recovery';
import { retrieveSession, startSession } from '~/identity/sessions/sessions';
import { createUser, findUserByEmail } from '~/identity/users/users';
import { ownerPrisma } from '../../../tests/world/database-owner';

const anEmail = () => `change-${crypto.randomUUID()}@example.com`;
const tokenTo = async (email: string) =>
  (await listMailsTo(email))
    .filter(({ template }) => template === 'email-change')
    .at(-1)!
    .props.link!.split('/')
    .at(-1)!;
const emailOf = async (id: string) => (await prisma.user.findUniqueOrThrow({ where: { id } })).email;

/** A person who has requested an email change. */
async function buildEmailChangeRequest({ newEmail = anEmail() } = {}) {
  const oldEmail = anEmail();
  const userId = await createUser(prisma, { email: oldEmail, name: 'Ada', passwordHash: 'none' });
  const by = { userId, actor: `portal:${userId}` as const, address: crypto.randomUUID() };
  expect(await requestEmailChange(by, newEmail)).toBe('sent');
  return {
    userId,
    by,
    oldEmail,
    newEmail,
    tokens: async () => ({ old: await tokenTo(oldEmail), new: await tokenTo(newEmail) }),
  };
}

/** Another person with a pending email change and a link to reset their password. */
async function buildBystanders() {
  const { userId, oldEmail, newEmail, tokens } = await buildEmailChangeRequest();
  const { old, new: fresh } = await tokens();
  const reset = await createEmailLink(prisma, { purpose: 'reset', email: oldEmail, userId });
  return {
    links: { old: 'old', new: 'new', reset: oldEmail, newEmail },
    findLinks: async () => ({
      old: (await findEmailChangeLink(old))?.side,
      new: (await findEmailChangeLink(fresh))?.side,
      reset: (await findEmailLink('reset', reset))?.email,
      newEmail: (await findEmailChange(userId))?.newEmail,
    }),
  };
}

test.each([
  ['old', 'new'],
  ['new', 'old'],
] as const)(
  'first the link to the %s address, then the other: nothing changes before both',
  async (first, second) => {
    const { userId, oldEmail, newEmail, tokens } = await buildEmailChangeRequest();
    const token = await tokens();
    const reset = await createEmailLink(prisma, { purpose: 'reset', email: oldEmail, userId });
    const bystanders = await buildBystanders();
    expect(await confirmEmailChange(token[first], '127.0.0.1')).toBe('agreed');
    expect({ email: await emailOf(userId), emailChange: await findEmailChange(userId) }).toMatchObject({
      email: oldEmail,
      emailChange: { oldAgreed: first === 'old', newAgreed: first === 'new' },
    });
    expect(await confirmEmailChange(token[first], '127.0.0.1')).toBe('link_invalid');
    expect(await confirmEmailChange(token[second], '127.0.0.1')).toBe('changed');
    expect({ email: await emailOf(userId), emailChange: await findEmailChange(userId) }).toEqual({
      email: newEmail,
      emailChange: null,
    });
    for (const usedToken of [token.old, token.new])
      expect({
        emailChangeLink: await findEmailChangeLink(usedToken),
        confirmEmailChange: await confirmEmailChange(usedToken, ''),
        rejectEmailChange: await rejectEmailChange(usedToken, ''),
      }).toEqual({
        emailChangeLink: null,
        confirmEmailChange: 'link_invalid',
        rejectEmailChange: 'link_invalid',
      });
    // Links sent to the previous address no longer work.
    expect(await findEmailLink('reset', reset)).toBeNull();
    for (const [side, email] of [
      ['old', oldEmail],
      ['new', newEmail],
    ] as const)
      expect(await listMailsTo(email)).toEqual([
        {
          template: 'email-change',
          props: { link: expect.stringContaining(`/email-change/${token[side]}`), oldEmail, newEmail, side },
        },
        {
          template: 'email-changed',
          props: { oldEmail, newEmail, side, passwordLink: 'http://localhost:3000/forgot-password' },
        },
      ]);
    const change = {
      actor: `portal:${userId}`,
      before: { email: oldEmail },
      after: { email: newEmail },
    };
    expect((await listAudit({ subject: userId })).entries).toMatchObject([
      { ...change, action: 'email_changed' },
      { ...change, action: 'email_change_requested' },
    ]);
    expect(await bystanders.findLinks()).toEqual(bystanders.links);
  },
);

test('of 50 uses of each link at once, one of each counts, and the address changes once', async () => {
  const { userId, newEmail, tokens } = await buildEmailChangeRequest();
  const { old, new: fresh } = await tokens();
  for (const [token, outcome] of [
    [old, 'agreed'],
    [fresh, 'changed'],
  ] as const) {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => confirmEmailChange(token, '127.0.0.1')),
    );
    expect(outcomes.filter((one) => one !== 'link_invalid')).toEqual([outcome]);
  }
  expect(await emailOf(userId)).toBe(newEmail);
  expect(await prisma.auditEntry.count({ where: { subject: userId, action: 'email_changed' } })).toBe(1);
});

test('of both links followed at once, the second one changes the address', async () => {
  for (let round = 0; round < 5; round++) {
    const { userId, newEmail, tokens } = await buildEmailChangeRequest();
    const outcomes = await Promise.all(
      Object.values(await tokens()).map((token) => confirmEmailChange(token, '127.0.0.1')),
    );
    expect({ outcomes: outcomes.sort(), email: await emailOf(userId) }).toEqual({
      outcomes: ['agreed', 'changed'],
      email: newEmail,
    });
  }
});

test("viewing a link doesn't use it up, and it has only its own purpose", async () => {
  const { tokens, userId, newEmail } = await buildEmailChangeRequest();
  const { old, new: fresh } = await tokens();
  for (let i = 0; i < 3; i++)
    expect({
      oldLinkSide: (await findEmailChangeLink(old))!.side,
      newLinkSide: (await findEmailChangeLink(fresh))!.side,
    }).toEqual({ oldLinkSide: 'old', newLinkSide: 'new' });
  for (const purpose of ['reset', 'confirm', 'recovery'] as const)
    expect(await findEmailLink(purpose, old)).toBeNull();
  expect(
    await confirmEmailChange(
      await createEmailLink(prisma, { purpose: 'reset', email: newEmail, userId }),
      '',
    ),
  ).toBe('link_invalid');
  expect(await confirmEmailChange(`${fresh.slice(0, -1)}${fresh.endsWith('x') ? 'y' : 'x'}`, '')).toBe(
    'link_invalid',
  );
  // The new address can't report the change as unauthorized.
  expect(await rejectEmailChange(fresh, '')).toBe('link_invalid');
});

test('“this was not me” stops the change and ends all sessions', async () => {
  const { userId, oldEmail, newEmail, tokens } = await buildEmailChangeRequest();
  const cookie = (await startSession(new Request('http://localhost:3000/'), userId, '127.0.0.1')).split(
    ';',
  )[0]!;
  const { old, new: fresh } = await tokens();
  expect(await confirmEmailChange(fresh, '')).toBe('agreed');
  expect(await rejectEmailChange(old, '127.0.0.1')).toBe('cancelled');
  expect({ email: await emailOf(userId), emailChange: await findEmailChange(userId) }).toEqual({
    email: oldEmail,
    emailChange: null,
  });
  expect(await retrieveSession(new Request('http://localhost:3000/', { headers: { cookie } }))).toBeNull();
  expect((await listAudit({ subject: userId })).entries[0]).toMatchObject({
    actor: `portal:${userId}`,
    action: 'email_change_reported',
    details: { newEmail },
    address: '127.0.0.1',
  });
});

test("canceling ends only the person's own change, keeps their other links, and is audited once", async () => {
  const { userId, by, oldEmail, tokens } = await buildEmailChangeRequest();
  const bystanders = await buildBystanders();
  const reset = await createEmailLink(prisma, { purpose: 'reset', email: oldEmail, userId });
  for (let i = 0; i < 2; i++) await cancelEmailChange(by);
  expect({
    emailChange: await findEmailChange(userId),
    oldLink: await findEmailChangeLink((await tokens()).old),
    reset: (await findEmailLink('reset', reset))?.email,
  }).toEqual({ emailChange: null, oldLink: null, reset: oldEmail });
  expect(await bystanders.findLinks()).toEqual(bystanders.links);
  expect((await listAudit({ subject: userId })).entries.map(({ action }) => action)).toEqual([
    'email_change_canceled',
    'email_change_requested',
  ]);
});

test('expired changes are deleted, and pending ones stay', async () => {
  const [expired, pending] = [await buildEmailChangeRequest(), await buildEmailChangeRequest()];
  await prisma.$executeRaw`update email_changes set expires_at = now() - interval '1 second' where user_id = ${expired.userId}`;
  await deleteExpiredEmailChanges();
  const userIds = [expired.userId, pending.userId];
  expect(await prisma.emailChange.findMany({ where: { userId: { in: userIds } } })).toMatchObject([
    { userId: pending.userId },
  ]);
});

test("a link to an address that isn't part of the change changes nothing", async () => {
  const { userId, oldEmail } = await buildEmailChangeRequest();
  for (const [purpose, email] of [
    ['email_new', anEmail()],
    ['email_new', oldEmail],
    ['email_old', anEmail()],
  ] as const) {
    const token = await createEmailLink(prisma, { purpose, email, userId });
    expect({
      link: await findEmailChangeLink(token),
      outcome: await confirmEmailChange(token, ''),
    }).toEqual({ link: null, outcome: 'link_invalid' });
  }
  expect(await findEmailChange(userId)).toMatchObject({ oldAgreed: false, newAgreed: false });
});

/** Runs `action` while a database trigger runs `statement` just before a person's address changes. */
async function withStatementBeforeChange(userId: string, statement: string, action: () => Promise<void>) {
  const name = `before_change_${userId.replace(/\W/g, '').toLowerCase()}`;
  await ownerPrisma.$executeRawUnsafe(
    `create function ${name}() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$`,
  );
  await ownerPrisma.$executeRawUnsafe(
    `create trigger ${name} before update of email on users for each row when (old.id = '${userId}') execute function ${name}()`,
  );
  try {
    await action();
  } finally {
    await ownerPrisma.$executeRawUnsafe(`drop function ${name}() cascade`);
  }
}

test('an address that is taken at the very last moment stays theirs, and other errors are reported', async () => {
  const { userId, oldEmail, newEmail, tokens } = await buildEmailChangeRequest();
  const { old, new: fresh } = await tokens();
  expect(await confirmEmailChange(old, '')).toBe('agreed');
  await withStatementBeforeChange(userId, `raise exception 'no change today'`, async () => {
    await expect(confirmEmailChange(fresh, '')).rejects.toThrow('no change today');
  });
  const takeAddress = `insert into users (id, email, name, password_hash) values ('usr_${crypto.randomUUID()}', '${newEmail}', 'Eve', 'none')`;
  await withStatementBeforeChange(userId, takeAddress, async () => {
    expect(await confirmEmailChange(fresh, '')).toBe('link_invalid');
  });
  expect(await emailOf(userId)).toBe(oldEmail);
});

test('a canceled, replaced or expired change has no links', async () => {
  const { userId, by, oldEmail, tokens } = await buildEmailChangeRequest();
  const first = await tokens();
  const another = anEmail();
  expect(await requestEmailChange({ ...by, address: crypto.randomUUID() }, another)).toBe('sent');
  for (const token of Object.values(first)) expect(await confirmEmailChange(token, '')).toBe('link_invalid');
  const second = [await tokenTo(oldEmail), await tokenTo(another)];
  await cancelEmailChange(by);
  for (const token of second) expect(await confirmEmailChange(token, '')).toBe('link_invalid');

  const third = anEmail();
  expect(await requestEmailChange({ ...by, address: crypto.randomUUID() }, third)).toBe('sent');
  await prisma.emailChange.update({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1000) } });
  for (const token of [await tokenTo(oldEmail), await tokenTo(third)])
    expect({
      emailChangeLink: await findEmailChangeLink(token),
      confirmEmailChange: await confirmEmailChange(token, ''),
    }).toEqual({ emailChangeLink: null, confirmEmailChange: 'link_invalid' });
  expect(await emailOf(userId)).toBe(oldEmail);
});

test('the reply is the same for an address in use, and its owner gets an email', async () => {
  const taken = anEmail();
  await createUser(prisma, { email: taken, name: 'Eve', passwordHash: 'none' });
  const { userId, oldEmail } = await buildEmailChangeRequest({ newEmail: taken });
  expect(await findEmailChange(userId)).toMatchObject({ newEmail: taken });
  expect(await listMailsTo(taken)).toEqual([
    { template: 'email-change-address-in-use', props: { loginLink: 'http://localhost:3000/login' } },
  ]);
  expect(await confirmEmailChange(await tokenTo(oldEmail), '')).toBe('agreed');
  expect(await emailOf(userId)).toBe(oldEmail);
});

test('an address that another person registers meanwhile stays theirs', async () => {
  const { userId, oldEmail, newEmail, tokens } = await buildEmailChangeRequest();
  const { old, new: fresh } = await tokens();
  expect(await confirmEmailChange(old, '')).toBe('agreed');
  const otherUserId = await createUser(prisma, { email: newEmail, name: 'Eve', passwordHash: 'none' });
  expect(await confirmEmailChange(fresh, '')).toBe('link_invalid');
  expect({
    email: await emailOf(userId),
    id: (await findUserByEmail(newEmail))!.id,
    emailChange: await findEmailChange(userId),
  }).toEqual({ email: oldEmail, id: otherUserId, emailChange: null });
});

test('the emails are limited, and the current address is rejected', async () => {
  const { by, oldEmail, newEmail } = await buildEmailChangeRequest();
  expect(await requestEmailChange(by, newEmail)).toMatchObject({ error: 'mail_just_sent' });
  expect(await requestEmailChange(by, oldEmail)).toBe('same_address');
});

test('a change ends a pending recovery, which relies on the previous mailbox', async () => {
  const { userId, oldEmail, tokens } = await buildEmailChangeRequest();
  await addSoftwarePasskey(userId);
  const begin = () => createEmailLink(prisma, { purpose: 'recovery', email: oldEmail, userId });
  expect(await startRecovery(await begin(), '127.0.0.1')).toBe('begun');
  const [{ old, new: fresh }, other] = [await tokens(), await begin()];
  for (const token of [old, fresh]) await confirmEmailChange(token, '127.0.0.1');
  expect({
    recovery: await findRecovery(userId),
    startRecovery: await startRecovery(other, '127.0.0.1'),
  }).toEqual({ recovery: null, startRecovery: 'link_invalid' });
});

test("requesting another person's address doesn't block emails about their login", async () => {
  const { newEmail: taken } = await buildEmailChangeRequest();
  const owner = {
    id: await createUser(prisma, { email: taken, name: 'Grace', passwordHash: 'none' }),
    email: taken,
  };
  await prisma.rateLimit.deleteMany({ where: { key: { startsWith: 'mail_pause' } } });
  const { by } = await buildEmailChangeRequest();
  expect(await requestEmailChange(by, taken)).toBe('sent');
  expect(await requestEmailChange(by, taken)).toMatchObject({ error: 'mail_just_sent' });
  expect(await requestPasswordReset({ email: taken, address: crypto.randomUUID() })).toBe('sent');
  // A stranger who requests a password reset can't block a recovery either.
  expect(await requestRecovery({ user: owner, address: crypto.randomUUID() })).toBe('sent');
  expect(await requestRecovery({ user: owner, address: crypto.randomUUID() })).toMatchObject({
    error: 'mail_just_sent',
  });
  expect((await listMailsTo(taken)).map(({ template }) => template).slice(-3)).toEqual([
    'email-change-address-in-use',
    'reset-password',
    'recovery-link',
  ]);
});
