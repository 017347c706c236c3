import { beforeAll, expect, test } from 'vitest';
import { createMailQueue } from '~/mail/outbox';
import { writeOfRecovery } from '~/merchants/recovery-notices';
import { prisma } from '~/platform/db.server';
import { codeFrom } from '../../tests/world/authenticator';
import { buildMerchant } from '../../tests/world/merchants';
import { givePasskey } from '../../tests/world/passkey';
import { buildPerson, mailsOf } from '../../tests/world/team';
import { createAuthenticatorSecret } from './authenticator';
import { createEmailLink, findEmailLink } from './email-links';
import {
  advanceRecoveries,
  askForRecovery,
  beginRecovery,
  cancelRecovery,
  disownRecovery,
  findRecoveryLink,
} from './factor-recovery';
import { changePassword } from './password-change';
import { countRecoveryCodes } from './recovery-codes';
import { findRecovery } from './running-recovery';
import { findSecondFactor, setUpSecondFactor } from './second-factor';
import { retrieveSession, startSession } from './sessions';

beforeAll(createMailQueue);

const tokenTo = async (email: string, template: string) =>
  (await mailsOf(email))
    .filter((mail) => mail.template === template)
    .at(-1)!
    .props.link!.split('/')
    .at(-1)!;
const passHours = (userId: string, hours: number) => prisma.$executeRaw`
  update factor_recoveries set created_at = created_at - make_interval(hours => ${hours}::int), takes_effect_at = takes_effect_at - make_interval(hours => ${hours}::int), told_at = told_at - make_interval(hours => ${hours}::int)
  where user_id = ${userId}`;
const advance = () => advanceRecoveries(writeOfRecovery);

/** Somebody of a team who has a second factor, and has asked for a recovery. */
async function asking({ withPasskey = false } = {}) {
  const owner = `owner-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email: owner });
  const { userId, email } = await buildPerson({ accountId: merchant.accountId, role: 'finance' });
  const secret = createAuthenticatorSecret();
  await setUpSecondFactor({
    userId,
    actor: `portal:${userId}`,
    secret,
    code: codeFrom(secret),
    replaces: false,
  });
  if (withPasskey) await givePasskey(userId);
  expect(await askForRecovery({ user: { id: userId, email }, address: crypto.randomUUID() })).toBe('sent');
  const templates = async () =>
    (await mailsOf(email))
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

async function running(having = {}) {
  const person = await asking(having);
  expect(await beginRecovery(person.token, '127.0.0.1')).toBe('begun');
  return person;
}

test('it takes 72 hours, tells the person every day, and then takes the second factor off, ends the sessions and tells the owners', async () => {
  const { userId, email, owner, accountId, templates } = await running({ withPasskey: true });
  const cookie = (await startSession(new Request('http://localhost:3000/'), userId, '127.0.0.1')).split(
    ';',
  )[0]!;
  const { begunAt, takesEffectAt } = (await findRecovery(userId))!;
  expect(takesEffectAt.getTime() - begunAt.getTime()).toBe(72 * 3600_000);
  expect(await templates()).toEqual(['recovery-link', 'recovery-running']);
  await advance();
  expect(await templates()).toHaveLength(2);
  for (const mails of [3, 4]) {
    await passHours(userId, 24);
    await Promise.all([advance(), advance()]);
    expect(await templates()).toHaveLength(mails);
  }
  await passHours(userId, 23);
  await advance();
  expect(await findSecondFactor(userId)).not.toBeNull();

  await passHours(userId, 1);
  await Promise.all([advance(), advance(), advance()]);
  expect([
    await findSecondFactor(userId),
    await countRecoveryCodes(userId),
    await findRecovery(userId),
  ]).toEqual([null, 0, null]);
  expect(await retrieveSession(new Request('http://localhost:3000/', { headers: { cookie } }))).toBeNull();
  expect((await mailsOf(email)).at(-1)).toMatchObject({
    template: 'second-factor-changed',
    props: { change: 'recovered' },
  });
  expect((await mailsOf(owner)).filter(({ template }) => template === 'member-recovered')).toMatchObject([
    { props: { email } },
  ]);
  expect(
    await prisma.auditEntry.findMany({ where: { accountId, action: 'second_factor_recovered' } }),
  ).toMatchObject([{ actor: 'system:advance-recoveries', subject: userId }]);
  expect(
    await prisma.auditEntry.findMany({
      where: { accountId, action: { in: ['recovery_asked', 'recovery_begun'] } },
    }),
  ).toHaveLength(2);
});

test('each mail that tells of it can stop it, and one is enough', async () => {
  const { userId, email, accountId } = await running();
  const first = await tokenTo(email, 'recovery-running');
  await passHours(userId, 24);
  await advance();
  const second = await tokenTo(email, 'recovery-running');
  for (const token of [first, second])
    expect(await findRecoveryLink(token, 'recovery_cancel')).toEqual({ email });
  expect(await disownRecovery(first, '127.0.0.1')).toBe('cancelled');
  for (const token of [first, second])
    expect([await findRecoveryLink(token, 'recovery_cancel'), await disownRecovery(token, '')]).toEqual([
      null,
      'link_invalid',
    ]);
  expect([await findRecovery(userId), await findSecondFactor(userId)]).toEqual([null, expect.anything()]);
  expect(await prisma.auditEntry.count({ where: { accountId, action: 'recovery_cancelled' } })).toBe(1);
});

test('of 50 uses of a link at once one counts, and looking uses nothing up', async () => {
  const { userId, email, token, templates } = await asking();
  for (let i = 0; i < 3; i++) expect(await findRecoveryLink(token)).toEqual({ email });
  for (const purpose of ['reset', 'confirm', 'email_old', 'recovery_cancel'] as const)
    expect(await findEmailLink(purpose, token)).toBeNull();
  expect(await beginRecovery(await createEmailLink(prisma, { purpose: 'reset', email, userId }), '')).toBe(
    'link_invalid',
  );
  const begun = await Promise.all(Array.from({ length: 50 }, () => beginRecovery(token, '127.0.0.1')));
  expect(begun.filter((outcome) => outcome === 'begun')).toHaveLength(1);
  expect(await templates()).toEqual(['recovery-link', 'recovery-running']);
  const cancel = await tokenTo(email, 'recovery-running');
  const stopped = await Promise.all(Array.from({ length: 50 }, () => disownRecovery(cancel, '127.0.0.1')));
  expect(stopped.filter((outcome) => outcome === 'cancelled')).toHaveLength(1);
});

test('asked for again it is no shorter', async () => {
  const { userId, email } = await running();
  await passHours(userId, 10);
  const before = await findRecovery(userId);
  const again = await createEmailLink(prisma, { purpose: 'recovery', email, userId });
  expect(await beginRecovery(again, '127.0.0.1')).toBe('begun');
  expect(await findRecovery(userId)).toEqual(before);
});

test.each(['from a session', 'a new password', 'a new app', 'a new passkey'])(
  'it is over by: %s',
  async (how) => {
    const { userId, email } = await running();
    const link = await createEmailLink(prisma, { purpose: 'recovery', email, userId });
    const change = { userId, actor: `portal:${userId}` as const, address: '127.0.0.1' };
    const secret = createAuthenticatorSecret();
    if (how === 'from a session') await cancelRecovery(change);
    if (how === 'a new password')
      expect(await changePassword(change, 'seven quiet lighthouses')).toBe('changed');
    if (how === 'a new app')
      await setUpSecondFactor({ ...change, secret, code: codeFrom(secret), replaces: true });
    if (how === 'a new passkey') await givePasskey(userId);
    // Nor does a link of before begin another.
    expect([await beginRecovery(link, ''), await findRecovery(userId)]).toEqual(['link_invalid', null]);
    await advance();
    expect(await findSecondFactor(userId)).not.toBeNull();
  },
);

test('a link does not follow a person to another address', async () => {
  const { userId, token } = await asking();
  await prisma.user.update({
    where: { id: userId },
    data: { email: `moved-${crypto.randomUUID()}@example.com` },
  });
  expect([await findRecoveryLink(token), await beginRecovery(token, '')]).toEqual([null, 'link_invalid']);
});

test('it is not for staff, also when they came to it meanwhile', async () => {
  const { userId, email, token } = await asking();
  await prisma.staffMember.create({ data: { userId, role: 'support' } });
  expect(await beginRecovery(token, '')).toBe('link_invalid');
  expect(await askForRecovery({ user: { id: userId, email }, address: crypto.randomUUID() })).toBe(
    'not_for_staff',
  );
  const other = await running();
  await prisma.staffMember.create({ data: { userId: other.userId, role: 'support' } });
  await passHours(other.userId, 72);
  await advance();
  expect([await findSecondFactor(other.userId), await findRecovery(other.userId)]).toEqual([
    expect.anything(),
    null,
  ]);
});
