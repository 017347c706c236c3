import { toString as renderQrCode } from 'qrcode';
import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { hmacDigest } from '~/platform/secrets/secrets.server';
import { generateCode } from '../../../tests/world/identity/authenticator';
import { addSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { buildStaff } from '../../../tests/world/identity/staff';
import { buildPerson, listMailsTo } from '../../../tests/world/identity/team';
import { createAuthenticatorSecret, findTimeStep, renderAuthenticatorSecret } from './authenticator';
import { clearEnrollmentCookie } from './enrollment-cookie';
import { notifyFactorChange } from './factor-notifications';
import { countRecoveryCodes } from './recovery-codes';
import {
  confirmSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  resetSecondFactor,
  setUpSecondFactor,
  turnOffSecondFactor,
} from './second-factor';
import { retrieveSession, startSession } from '~/identity/sessions/sessions';
import { createUser } from '~/identity/users/users';

const someone = () =>
  createUser(prisma, {
    email: `factor-${crypto.randomUUID()}@example.com`,
    name: 'Ada',
    passwordHash: 'none',
  });
const mailsTo = async (userId: string) => {
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return (await prisma.mail.findMany({ where: { recipient: email } })).map(({ template }) => template);
};

/** A person whose current app code hasn't been used. */
async function withFactor() {
  const userId = await someone();
  const secret = createAuthenticatorSecret();
  const outcome = await setUpSecondFactor({
    userId,
    actor: `portal:${userId}`,
    secret,
    code: generateCode(secret, -1),
    replaces: false,
  });
  if (typeof outcome === 'string') throw new Error(outcome);
  return { userId, secret, recoveryCodes: outcome.recoveryCodes! };
}

test('codes follow RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [2_000_000_000, '279037'],
  ] as const) {
    expect(findTimeStep(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
    expect(findTimeStep(secret, code, new Date((seconds + 30) * 1000))).toBe(Math.floor(seconds / 30));
    expect(findTimeStep(secret, code, new Date((seconds + 60) * 1000))).toBeNull();
  }
});

test('nothing counts before it is confirmed with a code', async () => {
  const userId = await someone();
  const secret = createAuthenticatorSecret();
  for (const code of ['', 'abcdef', generateCode(createAuthenticatorSecret()), generateCode(secret, -5)])
    expect(
      await setUpSecondFactor({ userId, actor: `portal:${userId}`, secret, code, replaces: false }),
    ).toBe('wrong_code');
  expect(await findSecondFactor(userId)).toBeNull();
  expect(await confirmSecondFactor(userId, generateCode(secret))).toBe('not_set_up');
});

test('the secret is encrypted, the recovery codes are hashed, and the person gets an email', async () => {
  const { userId, secret, recoveryCodes } = await withFactor();
  const rows = JSON.stringify([
    await prisma.secondFactor.findMany({ where: { userId } }),
    await prisma.recoveryCode.findMany({ where: { userId } }),
  ]);
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
    expect(rows).not.toContain(text);
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await mailsTo(userId)).toEqual(['second-factor-changed']);
  const { entries } = await listAudit({ subject: userId });
  expect(entries.map(({ action }) => action)).toEqual(['second_factor_set_up']);
  expect(JSON.stringify(entries)).not.toContain(secret);
});

test("a secret moved to another person in the database can't be decrypted", async () => {
  const [ada, eve] = [await withFactor(), await withFactor()];
  const { sealed } = await prisma.secondFactor.findUniqueOrThrow({ where: { userId: eve.userId } });
  await prisma.secondFactor.update({ where: { userId: ada.userId }, data: { sealed } });
  await expect(confirmSecondFactor(ada.userId, generateCode(eve.secret))).rejects.toThrow('does not open');
});

test('another app replaces the first only after a confirmation', async () => {
  const { userId, secret, recoveryCodes } = await withFactor();
  const other = createAuthenticatorSecret();
  const change = { userId, actor: `portal:${userId}` as const, secret: other, code: generateCode(other) };
  expect(await setUpSecondFactor({ ...change, replaces: false })).toBe('already_set_up');
  expect(await confirmSecondFactor(userId, generateCode(secret))).toBe('confirmed');
  expect(await setUpSecondFactor({ ...change, replaces: true })).toEqual({ recoveryCodes: null });
  expect(await confirmSecondFactor(userId, generateCode(secret, 1))).toBe('wrong_code');
  expect(await confirmSecondFactor(userId, generateCode(other, 1))).toBe('confirmed');
  for (const code of recoveryCodes) expect(await confirmSecondFactor(userId, code)).toBe('confirmed');
});

test.each(['an app', 'a passkey'])(
  'a person who used up all recovery codes gets new ones with %s',
  async (what) => {
    const { userId, recoveryCodes } = await withFactor();
    for (const code of recoveryCodes) await confirmSecondFactor(userId, code);
    const secret = createAuthenticatorSecret();
    const outcome =
      what === 'an app'
        ? await setUpSecondFactor({
            userId,
            actor: `portal:${userId}`,
            secret,
            code: generateCode(secret),
            replaces: true,
          })
        : await addSoftwarePasskey(userId);
    expect(outcome).toMatchObject({ recoveryCodes: { length: 10 } });
    expect(await countRecoveryCodes(userId)).toBe(10);
  },
);

test('of 8 uses of one code at once, one counts, and none later', async () => {
  const { userId, secret } = await withFactor();
  const code = generateCode(secret);
  const uses = await Promise.all(Array.from({ length: 8 }, () => confirmSecondFactor(userId, code)));
  expect(uses.filter((outcome) => outcome === 'confirmed')).toHaveLength(1);
  expect(await confirmSecondFactor(userId, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe('wrong_code');
  // An earlier code isn't accepted either.
  expect(await confirmSecondFactor(userId, generateCode(secret, -1))).toBe('wrong_code');
});

test('of 8 uses of one recovery code at once, one counts, however it is typed, and only for its owner', async () => {
  const { userId, recoveryCodes } = await withFactor();
  const other = await withFactor();
  expect(await confirmSecondFactor(other.userId, recoveryCodes[0]!)).toBe('wrong_code');
  const codeInput = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ');
  const uses = await Promise.all(Array.from({ length: 8 }, () => confirmSecondFactor(userId, codeInput)));
  expect(uses.filter((outcome) => outcome === 'confirmed')).toHaveLength(1);
  expect(await countRecoveryCodes(userId)).toBe(9);
});

test('ten wrong codes, even of a hundred at once, and then the right one waits half an hour too', async () => {
  const { userId, secret, recoveryCodes } = await withFactor();
  const wrong = generateCode(createAuthenticatorSecret());
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => confirmSecondFactor(userId, wrong)));
  expect(outcomes.filter((outcome) => outcome === 'wrong_code')).toHaveLength(10);
  for (const code of [generateCode(secret), recoveryCodes[0]!]) {
    const outcome = await confirmSecondFactor(userId, code);
    expect((outcome as { wait: number }).wait).toBeGreaterThan(29 * 60);
  }
});

test('new recovery codes invalidate the old ones', async () => {
  const { userId, recoveryCodes } = await withFactor();
  const [fresh] = (await replaceRecoveryCodes({ userId, actor: `portal:${userId}` }))!;
  expect(await confirmSecondFactor(userId, recoveryCodes[0]!)).toBe('wrong_code');
  expect(await confirmSecondFactor(userId, fresh!)).toBe('confirmed');
});

test.each(['set_up', 'turned_off', 'reset'] as const)('when it is %s, all sessions end', async (kind) => {
  const { userId } = kind === 'set_up' ? { userId: await someone() } : await withFactor();
  const cookie = (await startSession(new Request('http://localhost:3000/'), userId, '127.0.0.1')).split(
    ';',
  )[0]!;
  const change = { userId, actor: `portal:${userId}` as const };
  const secret = createAuthenticatorSecret();
  if (kind === 'set_up')
    await setUpSecondFactor({ ...change, secret, code: generateCode(secret), replaces: false });
  if (kind === 'turned_off') expect(await turnOffSecondFactor(change)).toBe('turned_off');
  if (kind === 'reset') await resetSecondFactor(change);
  expect(await retrieveSession(new Request('http://localhost:3000/', { headers: { cookie } }))).toBeNull();
  if (kind !== 'set_up')
    expect({
      secondFactor: await findSecondFactor(userId),
      recoveryCodeCount: await countRecoveryCodes(userId),
    }).toEqual({ secondFactor: null, recoveryCodeCount: 0 });
  expect(await mailsTo(userId)).toContain('second-factor-changed');
});

test("staff can't turn it off", async () => {
  const { userId } = await buildStaff('reviewer');
  expect(await turnOffSecondFactor({ userId, actor: `portal:${userId}` })).toBe('needed_for_staff');
  expect(await findSecondFactor(userId)).not.toBeNull();
});

test('the cookies of many known devices share fifty guesses, and right codes use up none', async () => {
  const { userId, recoveryCodes } = await withFactor();
  const devices = Array.from({ length: 6 }, () => crypto.randomUUID());
  for (const code of recoveryCodes.slice(0, 5))
    expect(await confirmSecondFactor(userId, code, devices[0])).toBe('confirmed');
  const guesses = [];
  for (const device of devices)
    for (let i = 0; i < 10; i++) guesses.push(await confirmSecondFactor(userId, 'aaaa-bbbb-cccc', device));
  expect(guesses.filter((outcome) => outcome === 'wrong_code')).toHaveLength(50);
  expect(await confirmSecondFactor(userId, recoveryCodes[5]!, crypto.randomUUID())).toHaveProperty('wait');
  // The owner can log in from an unknown browser, which gives the devices no further guesses.
  expect(await confirmSecondFactor(userId, recoveryCodes[5]!)).toBe('confirmed');
  expect(await confirmSecondFactor(userId, recoveryCodes[6]!, crypto.randomUUID())).toHaveProperty('wait');
});

test('an app gets 160 random bits as a QR code and as text in groups of four', async () => {
  const secret = createAuthenticatorSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = `otpauth://totp/${config.brandName}:ada%40example.com?issuer=${config.brandName}&secret=${secret}&algorithm=SHA1&digits=6&period=30`;
  const svg = await renderQrCode(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
  const { image, text, url } = await renderAuthenticatorSecret(secret, 'ada@example.com');
  expect(url).toBe(uri);
  const [, encodedSvg] = /^data:image\/svg\+xml;base64,(.+)$/.exec(image)!;
  expect({ svg: Buffer.from(encodedSvg!, 'base64').toString(), text }).toEqual({
    svg,
    text: expect.stringMatching(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/),
  });
});

test('after the setup, the cookie with the secret is deleted', () => {
  expect(clearEnrollmentCookie()).toBe('enrolment=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
});

test.each(['123 456', '123-456'])('a code typed as %s is accepted', async (example) => {
  const { userId, secret } = await withFactor();
  const code = generateCode(secret);
  const codeInput = `${code.slice(0, 3)}${example[3]}${code.slice(3)}`;
  expect(await confirmSecondFactor(userId, codeInput)).toBe('confirmed');
});

test('a new app is confirmed with a code typed with a space', async () => {
  const userId = await someone();
  const secret = createAuthenticatorSecret();
  const code = generateCode(secret);
  const outcome = await setUpSecondFactor({
    userId,
    actor: `portal:${userId}`,
    secret,
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
    replaces: false,
  });
  const recoveryCode = expect.stringMatching(/^([2-9a-z]{4}-){2}[2-9a-z]{4}$/) as string;
  expect(outcome).toEqual({ recoveryCodes: Array.from({ length: 10 }, () => recoveryCode) });
});

test.each(['2345-67kx-mnpq', 'kxmn-pq23-4567'])(
  'the recovery code %s, stored by an earlier version, works despite its six digits',
  async (code) => {
    const { userId } = await withFactor();
    // Hashes can't be migrated, so their format must never change.
    const id = hmacDigest(requirePersistentKey('recovery-codes'), `${userId} ${code.replaceAll('-', '')}`);
    await prisma.recoveryCode.create({ data: { id, userId } });
    expect(await confirmSecondFactor(userId, code)).toBe('confirmed');
  },
);

test("replacing, removing and resetting a second factor leaves other people's alone", async () => {
  const bystander = await withFactor();
  await addSoftwarePasskey(bystander.userId);
  const readBystander = async () => ({
    secondFactor: await findSecondFactor(bystander.userId),
    recoveryCodeCount: await countRecoveryCodes(bystander.userId),
  });
  const before = await readBystander();
  expect(before).toEqual({
    secondFactor: { appSince: expect.any(Date), passkeys: 1 },
    recoveryCodeCount: 10,
  });

  const { userId } = await withFactor();
  const change = { userId, actor: `portal:${userId}` as const };
  const secret = createAuthenticatorSecret();
  await setUpSecondFactor({ ...change, secret, code: generateCode(secret), replaces: true });
  expect(await readBystander()).toEqual(before);
  await addSoftwarePasskey(userId);
  expect(await turnOffSecondFactor(change)).toBe('turned_off');
  expect(await findSecondFactor(userId)).toEqual({ appSince: null, passkeys: 1 });
  expect(await readBystander()).toEqual(before);
  await resetSecondFactor(change);
  expect({ own: await findSecondFactor(userId), bystander: await readBystander() }).toEqual({
    own: null,
    bystander: before,
  });
});

test.each(['with a passkey', 'without a passkey'])(
  'an app that is removed twice causes one email, %s',
  async (how) => {
    const { userId } = await withFactor();
    if (how === 'with a passkey') await addSoftwarePasskey(userId);
    const change = { userId, actor: `portal:${userId}` as const };
    expect(await turnOffSecondFactor(change)).toBe('turned_off');
    const mails = await mailsTo(userId);
    expect(await turnOffSecondFactor(change)).toBe('turned_off');
    expect(await mailsTo(userId)).toEqual(mails);
  },
);

test('the audit log has the name of a passkey, and no details for an app', async () => {
  const { userId } = await withFactor();
  await addSoftwarePasskey(userId, { name: 'Work laptop' });
  const { entries } = await listAudit({ subject: userId });
  expect(entries.map(({ action, details }) => ({ action, details }))).toEqual([
    { action: 'passkey_added', details: { name: 'Work laptop' } },
    { action: 'second_factor_set_up', details: null },
  ]);
});

test.each([
  { actor: 'staff:usr_1', person: 'a team member', path: '/staff/security' },
  { actor: 'system:reset-second-factor', person: 'a staff member', path: '/staff/security' },
  { actor: 'system:reset-second-factor', person: 'a team member', path: '/security' },
  { actor: 'portal:usr_1', person: 'a staff member', path: '/security' },
] as const)('the email about a change by $actor leads $person to $path', async ({ actor, person, path }) => {
  const { userId, email } = await buildPerson();
  if (person === 'a staff member') await prisma.staffMember.create({ data: { userId, role: 'support' } });
  await notifyFactorChange(prisma, { userId, actor }, 'reset');
  expect(await listMailsTo(email)).toMatchObject([
    {
      template: 'second-factor-changed',
      props: {
        change: 'reset',
        securityLink: `http://localhost:3000${path}`,
        passwordLink: 'http://localhost:3000/forgot-password',
      },
    },
  ]);
});
