import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import { addSoftwarePasskey, createSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { buildStaff } from '../../../tests/world/identity/staff';
import { buildPerson } from '../../../tests/world/identity/team';
import {
  logInWithPasskey,
  completeLoginWithPasskey,
  requestPasskeyLogin,
  requestPasskeySecondFactor,
} from './passkey-login';
import { deleteUsedChallenges } from './passkey-challenges';
import type { PendingLogin } from '~/identity/login/pending-login';
import type { Area } from '~/identity/sessions/session-store';

const request = () => new Request('http://localhost:3000/login', { method: 'POST' });
const anAddress = () => `address-${crypto.randomUUID()}`;
const rejected = { error: 'invalid_passkey' };
const opened = {
  cookies: expect.arrayContaining([
    expect.stringMatching(/^session=[\w-]/),
    expect.stringMatching(/^device=[\w-]/),
  ]),
};
const actionsOf = async (userId: string) =>
  (await listAudit({ subject: userId })).entries.map(({ action, details }) => [action, details]);

async function withPasskey(options?: Parameters<typeof createSoftwarePasskey>[0]) {
  const person = await buildPerson();
  return {
    ...person,
    ...(await addSoftwarePasskey(person.userId, { passkey: createSoftwarePasskey(options) })),
  };
}

type Forged = Parameters<ReturnType<typeof createSoftwarePasskey>['sign']>[1];

/** Signs a login page's challenge and submits it. */
async function attemptLogin(
  passkey: ReturnType<typeof createSoftwarePasskey>,
  forged?: Forged,
  { area = 'portal' as Area, address = anAddress() } = {},
) {
  const { options, ticket } = await requestPasskeyLogin(area);
  return logInWithPasskey(request(), { area, address, ticket, answer: passkey.sign(options, forged) });
}

test('a passkey alone opens a session, is recorded in the log, and stores when it was used', async () => {
  const { userId, passkey } = await withPasskey({ counter: 7 });
  const before = await requestPasskeyLogin('portal');
  expect(before.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(before.options.allowCredentials ?? []).toEqual([]);
  expect(await attemptLogin(passkey)).toEqual(opened);
  expect((await actionsOf(userId))[0]).toEqual(['logged_in', { with: 'passkey' }]);
  expect(await prisma.passkey.findFirst({ where: { userId } })).toMatchObject({
    counter: 8n,
    lastUsedAt: expect.any(Date),
  });
  expect(await attemptLogin(passkey)).toEqual(opened);
});

test.each<[string, Forged]>([
  ['of another site', { origin: 'https://evil.example' }],
  ['for another site', { relyingParty: 'evil.example' }],
  ['of another challenge', { challenge: randomBytes(32).toString('base64url') }],
  ['that was for a creation', { type: 'webauthn.create' }],
  ['in a frame of another site', { crossOrigin: true }],
  ['without its owner there', { present: false }],
  ['by whom is not sure', { verified: false }],
  [
    'by another key',
    {
      signature: sign(
        'sha256',
        Buffer.from('x'),
        generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
      ),
    },
  ],
  ['of nobody’s', { id: randomBytes(32).toString('base64url') }],
  ['that does not say whose it is', { userHandle: '' }],
  ['that says it is another’s', { userHandle: Buffer.from('usr_eve').toString('base64url') }],
])('a signature %s opens nothing, always with the same reply', async (_, forged) => {
  const { passkey } = await withPasskey();
  expect(await attemptLogin(passkey, forged)).toEqual(rejected);
  expect(await attemptLogin(passkey)).toEqual(opened);
});

test("another person's passkey doesn't open an account under its handle", async () => {
  const [ada, eve] = [await withPasskey(), await withPasskey()];
  expect(
    await attemptLogin(eve.passkey, { userHandle: Buffer.from(ada.userId).toString('base64url') }),
  ).toEqual(rejected);
  expect(await attemptLogin(eve.passkey, { id: ada.passkey.id })).toEqual(rejected);
});

test('an answer counts once, even of many at the same moment, and not after ten minutes', async () => {
  const { passkey } = await withPasskey();
  const { options, ticket } = await requestPasskeyLogin('portal');
  const sent = { area: 'portal' as const, address: anAddress(), ticket, answer: passkey.sign(options) };
  const many = await Promise.all(Array.from({ length: 6 }, () => logInWithPasskey(request(), sent)));
  expect(many.filter((outcome) => 'cookies' in outcome)).toHaveLength(1);
  await deleteUsedChallenges();
  expect(await logInWithPasskey(request(), sent)).toEqual(rejected);
  // A ticket that was used with an invalid response is used up, too.
  const other = await requestPasskeyLogin('portal');
  expect(await logInWithPasskey(request(), { ...sent, ticket: other.ticket, answer: '{}' })).toEqual(
    rejected,
  );
  expect(
    await logInWithPasskey(request(), { ...sent, ticket: other.ticket, answer: passkey.sign(other.options) }),
  ).toEqual(rejected);
  const late = await requestPasskeyLogin('portal');
  vi.useFakeTimers({ now: Date.now() + 600_001, toFake: ['Date'] });
  try {
    expect(
      await logInWithPasskey(request(), { ...sent, ticket: late.ticket, answer: passkey.sign(late.options) }),
    ).toEqual(rejected);
  } finally {
    vi.useRealTimers();
  }
});

test('a signature counter that decreases is a sign of a copy, and is rejected', async () => {
  const { userId, passkey } = await withPasskey({ counter: 5 });
  expect(await attemptLogin(passkey, { counter: 9 })).toEqual(opened);
  for (const counter of [9, 8, 0]) expect(await attemptLogin(passkey, { counter })).toEqual(rejected);
  expect((await actionsOf(userId))[0]).toEqual(['passkey_login_failed', { reason: 'copied' }]);
  expect(await attemptLogin(passkey, { counter: 2 ** 32 - 1 })).toEqual(opened);
  const uncounted = await withPasskey();
  for (let i = 0; i < 2; i++) expect(await attemptLogin(uncounted.passkey, { counter: 0 })).toEqual(opened);
});

test("one IP address has limited attempts, and successful ones don't count", async () => {
  const { passkey } = await withPasskey();
  const address = anAddress();
  for (let i = 0; i < 5; i++) expect(await attemptLogin(passkey, {}, { address })).toEqual(opened);
  for (let i = 0; i < 100; i++)
    expect(await logInWithPasskey(request(), { area: 'portal', address, ticket: 'x', answer: '{}' })).toEqual(
      rejected,
    );
  expect(await attemptLogin(passkey, {}, { address })).toMatchObject({ error: 'too_many_attempts' });
});

test('it opens the staff area only for staff', async () => {
  const [staff, merchant] = [await buildStaff('support'), await withPasskey()];
  const { passkey } = await addSoftwarePasskey(staff.userId);
  expect(await attemptLogin(passkey, {}, { area: 'staff' })).toEqual({
    cookies: expect.arrayContaining([expect.stringMatching(/^staff-session=[\w-]/)]),
  });
  expect(await attemptLogin(merchant.passkey, {}, { area: 'staff' })).toEqual(rejected);
  expect(await attemptLogin(passkey, { verified: false }, { area: 'staff' })).toEqual(rejected);
  const { entries } = await listAudit({ actor: `staff:${staff.userId}` });
  expect(entries.slice(0, 2).map(({ action, details }) => [action, details])).toEqual([
    ['staff_login_failed', { step: 'passkey' }],
    ['staff_logged_in', { with: 'passkey' }],
  ]);
  await prisma.staffMember.update({ where: { userId: staff.userId }, data: { endedAt: new Date() } });
  expect(await attemptLogin(passkey, {}, { area: 'staff' })).toEqual(rejected);
});

test("the second step accepts only the person's own, for this login, with ten wrong ones in a row", async () => {
  const [ada, eve] = [await withPasskey(), await withPasskey()];
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: ada.userId } });
  const pendingLogin: PendingLogin = {
    area: 'portal',
    user: { id: ada.userId, email: ada.email, name: ada.name },
    password: digest(passwordHash),
  };
  const step = async (answerOf: (options: { challenge: string }) => string, login = pendingLogin) => {
    const { options, ticket } = (await requestPasskeySecondFactor(login))!;
    expect(options.allowCredentials).toMatchObject([{ id: ada.passkey.id, transports: ['internal'] }]);
    return completeLoginWithPasskey(request(), pendingLogin, {
      address: anAddress(),
      ticket,
      answer: answerOf(options),
    });
  };
  expect(await step((options) => eve.passkey.sign(options))).toEqual(rejected);
  expect(await step((options) => ada.passkey.sign(options), { ...pendingLogin, area: 'staff' })).toEqual(
    rejected,
  );
  const { options, ticket } = await requestPasskeyLogin('portal');
  expect(
    await completeLoginWithPasskey(request(), pendingLogin, {
      address: anAddress(),
      ticket,
      answer: ada.passkey.sign(options),
    }),
  ).toEqual(rejected);
  // For a known person, the device need not identify them.
  expect(await step((requestOptions) => ada.passkey.sign(requestOptions, { userHandle: '' }))).toEqual(
    opened,
  );
  for (let i = 0; i < 10; i++)
    expect(await step((requestOptions) => ada.passkey.sign(requestOptions, { verified: false }))).toEqual(
      rejected,
    );
  expect(await step((requestOptions) => ada.passkey.sign(requestOptions))).toMatchObject({
    error: 'too_many_attempts',
  });
  expect(
    await requestPasskeySecondFactor({
      ...pendingLogin,
      user: { ...pendingLogin.user, id: (await buildPerson()).userId },
    }),
  ).toBeNull();
});

test('wrong and copied passkeys are audited for their owner, in the portal and as a second step', async () => {
  const { userId, email, name, passkey } = await withPasskey({ counter: 7 });
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const login: PendingLogin = {
    area: 'portal',
    user: { id: userId, email, name },
    password: digest(passwordHash),
  };
  const step = async (changes: Forged, signer = passkey) => {
    const { options, ticket } = (await requestPasskeySecondFactor(login))!;
    return completeLoginWithPasskey(request(), login, {
      address: anAddress(),
      ticket,
      answer: signer.sign(options, changes),
    });
  };
  expect(await attemptLogin(passkey, { verified: false })).toEqual(rejected);
  expect(await step({}, (await withPasskey()).passkey)).toEqual(rejected);
  expect(await step({ counter: 7 })).toEqual(rejected);
  const { entries } = await listAudit({ subject: userId, action: 'passkey_login_failed' });
  expect(entries.map(({ actor, details }) => ({ actor, details }))).toEqual([
    { actor: `portal:${userId}`, details: { reason: 'copied' } },
    { actor: `portal:${userId}`, details: null },
    { actor: `portal:${userId}`, details: null },
  ]);
});

test('the staff area audits a copied passkey by name only when it belongs to staff', async () => {
  const [staff, merchant] = [await buildStaff('support'), await withPasskey({ counter: 7 })];
  const { passkey } = await addSoftwarePasskey(staff.userId, {
    passkey: createSoftwarePasskey({ counter: 7 }),
  });
  const attempts = { staff: passkey, merchant: merchant.passkey, unknown: createSoftwarePasskey() };
  const audited = await Promise.all(
    Object.entries(attempts).map(async ([kind, signer]) => {
      const address = anAddress();
      expect(await attemptLogin(signer, { counter: 7 }, { area: 'staff', address })).toEqual(rejected);
      const entries = await prisma.auditEntry.findMany({
        where: { address },
        select: { actor: true, action: true, details: true },
      });
      return [kind, entries] as const;
    }),
  );
  const failed = { action: 'staff_login_failed', actor: 'staff:unknown' };
  expect(Object.fromEntries(audited)).toEqual({
    staff: [{ ...failed, actor: `staff:${staff.userId}`, details: { step: 'copied_passkey' } }],
    merchant: [{ ...failed, details: { step: 'copied_passkey' } }],
    unknown: [{ ...failed, details: { step: 'passkey' } }],
  });
});

test("a second step isn't completed with another person's challenge, or after the password has changed", async () => {
  const [ada, eve] = [await withPasskey(), await withPasskey()];
  const toLogin = ({ userId, email, name }: typeof ada): PendingLogin => ({
    area: 'portal',
    user: { id: userId, email, name },
    password: digest('an earlier hash'),
  });
  const step = async (challengedLogin: PendingLogin) => {
    const { options, ticket } = (await requestPasskeySecondFactor(challengedLogin))!;
    return completeLoginWithPasskey(request(), toLogin(ada), {
      address: anAddress(),
      ticket,
      answer: ada.passkey.sign(options),
    });
  };
  expect(await step(toLogin(eve))).toEqual(rejected);
  const { entries } = await listAudit({ subject: ada.userId, action: 'passkey_login_failed' });
  expect(entries).toHaveLength(1);
  expect(await step(toLogin(ada))).toEqual(rejected);
  expect(await prisma.session.count({ where: { userId: ada.userId } })).toBe(0);
});
