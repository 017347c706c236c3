import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { notifyAccountsOfRecovery } from '~/merchants/notifications/recovery-notifications';
import { prisma } from '~/platform/database/db.server';
import { generateCode } from '../../../tests/world/identity/authenticator';
import { buildMerchant } from '../../../tests/world/merchants';
import { addSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { buildPerson, listMailsTo } from '../../../tests/world/identity/team';
import { createAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { createEmailLink, findEmailLink } from '~/identity/email/email-links';
import {
  advanceRecoveries,
  requestRecovery,
  startRecovery,
  cancelRecovery,
  rejectRecovery,
  findRecoveryLink,
} from './second-factor-recovery';
import { changePassword } from '~/identity/passwords/password-change';
import { countRecoveryCodes } from '~/identity/second-factor/recovery-codes';
import { findRecovery } from './active-recovery';
import { findSecondFactor, setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { retrieveSession, startSession } from '~/identity/sessions/sessions';

const tokenTo = async (email: string, template: string) =>
  (await listMailsTo(email))
    .filter((mail) => mail.template === template)
    .at(-1)!
    .props.link!.split('/')
    .at(-1)!;
const advanceHours = (userId: string, hours: number) => prisma.$executeRaw`
  update factor_recoveries set created_at = created_at - make_interval(hours => ${hours}::int), takes_effect_at = takes_effect_at - make_interval(hours => ${hours}::int), notified_at = notified_at - make_interval(hours => ${hours}::int)
  where user_id = ${userId}`;
const advance = () => advanceRecoveries(notifyAccountsOfRecovery);

/** A team member with a second factor who has requested a recovery. */
async function buildRecoveryRequest({ withPasskey = false } = {}) {
  const owner = `owner-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email: owner });
  const { userId, email } = await buildPerson({ accountId: merchant.accountId, role: 'finance' });
  const secret = createAuthenticatorSecret();
  await setUpSecondFactor({
    userId,
    actor: `portal:${userId}`,
    secret,
    code: generateCode(secret),
    replaces: false,
  });
  if (withPasskey) await addSoftwarePasskey(userId);
  expect(await requestRecovery({ user: { id: userId, email }, address: crypto.randomUUID() })).toBe('sent');
  const templates = async () =>
    (await listMailsTo(email))
      .map(({ template }) => template)
      .filter((template) => template.startsWith('recovery'));
  return {
    userId,
    email,
    owner,
    accountId: merchant.accountId,
    templates,
    token: await tokenTo(email, 'recovery-link'),
  };
}

async function buildActiveRecovery(options = {}) {
  const person = await buildRecoveryRequest(options);
  expect(await startRecovery(person.token, '127.0.0.1')).toBe('begun');
  return person;
}

/** The entries about a recovery, oldest first. */
async function readRecoveryAudit(accountId: string) {
  const { entries } = await listAudit({ accountId });
  return entries
    .filter(({ action }) => action.startsWith('recovery_') && action !== 'recovery_codes_generated')
    .map(({ action, actor }) => ({ action, actor }))
    .reverse();
}

test('a recovery takes 72 hours with a daily email, then removes the second factor, ends the sessions and notifies the owners', async () => {
  const { userId, email, owner, accountId, templates } = await buildActiveRecovery({ withPasskey: true });
  const cookie = (await startSession(new Request('http://localhost:3000/'), userId, '127.0.0.1')).split(
    ';',
  )[0]!;
  const { startedAt, takesEffectAt } = (await findRecovery(userId))!;
  expect(takesEffectAt.getTime() - startedAt.getTime()).toBe(72 * 3600_000);
  expect(await templates()).toEqual(['recovery-link', 'recovery-running']);
  await advance();
  expect(await templates()).toHaveLength(2);
  for (const mails of [3, 4]) {
    await advanceHours(userId, 24);
    await Promise.all([advance(), advance()]);
    expect(await templates()).toHaveLength(mails);
  }
  await advanceHours(userId, 23);
  await advance();
  expect(await findSecondFactor(userId)).not.toBeNull();

  await advanceHours(userId, 1);
  await Promise.all([advance(), advance(), advance()]);
  expect({
    secondFactor: await findSecondFactor(userId),
    recoveryCodeCount: await countRecoveryCodes(userId),
    recovery: await findRecovery(userId),
  }).toEqual({ secondFactor: null, recoveryCodeCount: 0, recovery: null });
  expect(await retrieveSession(new Request('http://localhost:3000/', { headers: { cookie } }))).toBeNull();
  expect((await listMailsTo(email)).at(-1)).toMatchObject({
    template: 'second-factor-changed',
    props: { change: 'recovered' },
  });
  expect((await listMailsTo(owner)).filter(({ template }) => template === 'member-recovered')).toMatchObject([
    { props: { email } },
  ]);
  expect(
    await prisma.auditEntry.findMany({ where: { accountId, action: 'second_factor_recovered' } }),
  ).toMatchObject([{ actor: 'system:advance-recoveries', subject: userId }]);
  expect(
    await prisma.auditEntry.findMany({
      where: { accountId, action: { in: ['recovery_requested', 'recovery_started'] } },
    }),
  ).toHaveLength(2);
});

test('the link in each email cancels it, and one is enough', async () => {
  const { userId, email, accountId } = await buildActiveRecovery();
  const first = await tokenTo(email, 'recovery-running');
  await advanceHours(userId, 24);
  await advance();
  const second = await tokenTo(email, 'recovery-running');
  for (const token of [first, second])
    expect(await findRecoveryLink(token, 'recovery_cancel')).toEqual({ email });
  expect(await rejectRecovery(first, '127.0.0.1')).toBe('cancelled');
  for (const token of [first, second])
    expect({
      recoveryLink: await findRecoveryLink(token, 'recovery_cancel'),
      rejectRecovery: await rejectRecovery(token, ''),
    }).toEqual({ recoveryLink: null, rejectRecovery: 'link_invalid' });
  expect({ recovery: await findRecovery(userId), secondFactor: await findSecondFactor(userId) }).toEqual({
    recovery: null,
    secondFactor: expect.anything(),
  });
  expect(await prisma.auditEntry.count({ where: { accountId, action: 'recovery_canceled' } })).toBe(1);
});

test("of 50 uses of a link at once, one counts, and viewing it doesn't use it up", async () => {
  const { userId, email, token, templates } = await buildRecoveryRequest();
  for (let i = 0; i < 3; i++) expect(await findRecoveryLink(token)).toEqual({ email });
  for (const purpose of ['reset', 'confirm', 'email_old', 'recovery_cancel'] as const)
    expect(await findEmailLink(purpose, token)).toBeNull();
  expect(await startRecovery(await createEmailLink(prisma, { purpose: 'reset', email, userId }), '')).toBe(
    'link_invalid',
  );
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => startRecovery(token, '127.0.0.1')));
  expect(outcomes.filter((outcome) => outcome === 'begun')).toHaveLength(1);
  expect(await templates()).toEqual(['recovery-link', 'recovery-running']);
  const cancel = await tokenTo(email, 'recovery-running');
  const stopped = await Promise.all(Array.from({ length: 50 }, () => rejectRecovery(cancel, '127.0.0.1')));
  expect(stopped.filter((outcome) => outcome === 'cancelled')).toHaveLength(1);
});

test("requesting it again doesn't shorten it", async () => {
  const { userId, email, templates } = await buildActiveRecovery();
  await advanceHours(userId, 10);
  const before = await findRecovery(userId);
  const again = await createEmailLink(prisma, { purpose: 'recovery', email, userId });
  expect(await startRecovery(again, '127.0.0.1')).toBe('begun');
  expect(await findRecovery(userId)).toEqual(before);
  expect((await templates()).filter((template) => template === 'recovery-running')).toHaveLength(1);
});

test.each(['from a session', 'a new password', 'a new app', 'a new passkey'])(
  'it is ended by: %s',
  async (how) => {
    const { userId, email } = await buildActiveRecovery();
    const link = await createEmailLink(prisma, { purpose: 'recovery', email, userId });
    const change = { userId, actor: `portal:${userId}` as const, address: '127.0.0.1' };
    const secret = createAuthenticatorSecret();
    if (how === 'from a session') await cancelRecovery(change);
    if (how === 'a new password')
      expect(await changePassword(change, 'seven quiet lighthouses')).toBe('changed');
    if (how === 'a new app')
      await setUpSecondFactor({ ...change, secret, code: generateCode(secret), replaces: true });
    if (how === 'a new passkey') await addSoftwarePasskey(userId);
    // An earlier link can't start another recovery either.
    expect({ startRecovery: await startRecovery(link, ''), recovery: await findRecovery(userId) }).toEqual({
      startRecovery: 'link_invalid',
      recovery: null,
    });
    await advance();
    expect(await findSecondFactor(userId)).not.toBeNull();
  },
);

test("a link doesn't follow a person to another address", async () => {
  const { userId, token } = await buildRecoveryRequest();
  await prisma.user.update({
    where: { id: userId },
    data: { email: `moved-${crypto.randomUUID()}@example.com` },
  });
  expect({
    recoveryLink: await findRecoveryLink(token),
    startRecovery: await startRecovery(token, ''),
  }).toEqual({ recoveryLink: null, startRecovery: 'link_invalid' });
});

test('it is not for staff, even if they join meanwhile', async () => {
  const { userId, email, token } = await buildRecoveryRequest();
  await prisma.staffMember.create({ data: { userId, role: 'support' } });
  expect(await startRecovery(token, '')).toBe('link_invalid');
  expect(await requestRecovery({ user: { id: userId, email }, address: crypto.randomUUID() })).toBe(
    'not_for_staff',
  );
  const other = await buildActiveRecovery();
  await prisma.staffMember.create({ data: { userId: other.userId, role: 'support' } });
  await advanceHours(other.userId, 72);
  await advance();
  expect({
    secondFactor: await findSecondFactor(other.userId),
    recovery: await findRecovery(other.userId),
  }).toEqual({ secondFactor: expect.anything(), recovery: null });
});

test('the emails lead to a new password, and the person is the actor in the audit log', async () => {
  const { userId, email, accountId } = await buildActiveRecovery();
  await rejectRecovery(await tokenTo(email, 'recovery-running'), '127.0.0.1');
  const passwordLink = 'http://localhost:3000/forgot-password';
  expect((await listMailsTo(email)).filter(({ template }) => template.startsWith('recovery'))).toMatchObject([
    { template: 'recovery-link', props: { passwordLink, waitHours: 72 } },
    { template: 'recovery-running', props: { passwordLink } },
  ]);
  const actor = `portal:${userId}`;
  expect(await readRecoveryAudit(accountId)).toEqual([
    { action: 'recovery_requested', actor },
    { action: 'recovery_started', actor },
    { action: 'recovery_canceled', actor },
  ]);
});

test('canceling from a session is audited once and invalidates the links of emails', async () => {
  const { userId, email, accountId } = await buildActiveRecovery();
  const bystander = await buildActiveRecovery();
  const cancelLink = await tokenTo(email, 'recovery-running');
  const change = { userId, actor: `portal:${userId}` as const, address: '127.0.0.1' };
  for (let i = 0; i < 2; i++) await cancelRecovery(change);
  expect((await readRecoveryAudit(accountId)).slice(2)).toEqual([
    { action: 'recovery_canceled', actor: change.actor },
  ]);
  expect(await findRecovery(bystander.userId)).not.toBeNull();

  // The next recovery is canceled by its own links only.
  const link = await createEmailLink(prisma, { purpose: 'recovery', email, userId });
  expect(await startRecovery(link, '127.0.0.1')).toBe('begun');
  expect({
    recoveryLink: await findRecoveryLink(cancelLink, 'recovery_cancel'),
    rejectRecovery: await rejectRecovery(cancelLink, '127.0.0.1'),
    recovery: await findRecovery(userId),
  }).toEqual({ recoveryLink: null, rejectRecovery: 'link_invalid', recovery: expect.anything() });
});

test('a link that cancels is invalid when no recovery is running', async () => {
  const { userId, email, accountId } = await buildRecoveryRequest();
  const token = await createEmailLink(prisma, { purpose: 'recovery_cancel', email, userId });
  expect({
    recoveryLink: await findRecoveryLink(token, 'recovery_cancel'),
    rejectRecovery: await rejectRecovery(token, '127.0.0.1'),
  }).toEqual({ recoveryLink: null, rejectRecovery: 'link_invalid' });
  expect(await prisma.auditEntry.count({ where: { accountId, action: 'recovery_canceled' } })).toBe(0);
});

test('one run of the timer completes every recovery whose waiting time is over', async () => {
  const people = [await buildActiveRecovery(), await buildActiveRecovery(), await buildActiveRecovery()];
  for (const { userId } of people) await advanceHours(userId, 72);
  await advance();
  expect(await Promise.all(people.map(({ userId }) => findSecondFactor(userId)))).toEqual([null, null, null]);
});
