import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { listAudit } from '~/audit/audit';
import { createMailQueue } from '~/mail/outbox';
import { prisma } from '~/platform/db.server';
import { digest } from '~/platform/secrets.server';
import { givePasskey, makePasskey } from '../../tests/world/passkey';
import { buildStaff } from '../../tests/world/staff';
import { buildPerson } from '../../tests/world/team';
import { logInWithPasskey, passSecondStep, requestLogin, requestSecondStep } from './passkey-login';
import { deleteUsedChallenges } from './passkey-challenges';
import type { HalfLogin } from './half-login';
import type { Area } from './session-store';

beforeAll(createMailQueue);

const request = () => new Request('http://localhost:3000/login', { method: 'POST' });
const anAddress = () => `address-${crypto.randomUUID()}`;
const refused = { error: 'invalid_passkey' };
const opened = {
  cookies: expect.arrayContaining([
    expect.stringMatching(/^session=[\w-]/),
    expect.stringMatching(/^device=[\w-]/),
  ]),
};
const actionsOf = async (userId: string) =>
  (await listAudit({ subject: userId })).entries.map(({ action, details }) => [action, details]);

async function withPasskey(options?: Parameters<typeof makePasskey>[0]) {
  const person = await buildPerson();
  return { ...person, ...(await givePasskey(person.userId, { passkey: makePasskey(options) })) };
}

type Forged = Parameters<ReturnType<typeof makePasskey>['sign']>[1];

/** Signs what a login page asks for, and sends it. */
async function tryLogin(
  passkey: ReturnType<typeof makePasskey>,
  forged?: Forged,
  { area = 'portal' as Area, address = anAddress() } = {},
) {
  const { options, ticket } = await requestLogin(area);
  return logInWithPasskey(request(), { area, address, ticket, answer: passkey.sign(options, forged) });
}

test('opens a session alone, says so in the log, and keeps when it was used', async () => {
  const { userId, passkey } = await withPasskey({ counter: 7 });
  const before = await requestLogin('portal');
  expect(before.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(before.options.allowCredentials ?? []).toEqual([]);
  expect(await tryLogin(passkey)).toEqual(opened);
  expect((await actionsOf(userId))[0]).toEqual(['signed_in', { with: 'passkey' }]);
  expect(await prisma.passkey.findFirst({ where: { userId } })).toMatchObject({
    counter: 8n,
    lastUsedAt: expect.any(Date),
  });
  expect(await tryLogin(passkey)).toEqual(opened);
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
])('a signature %s opens nothing, with one answer for all', async (_, forged) => {
  const { passkey } = await withPasskey();
  expect(await tryLogin(passkey, forged)).toEqual(refused);
  expect(await tryLogin(passkey)).toEqual(opened);
});

test('the passkey of another does not open one’s account under their handle', async () => {
  const [ada, eve] = [await withPasskey(), await withPasskey()];
  expect(await tryLogin(eve.passkey, { userHandle: Buffer.from(ada.userId).toString('base64url') })).toEqual(
    refused,
  );
  expect(await tryLogin(eve.passkey, { id: ada.passkey.id })).toEqual(refused);
});

test('an answer counts once, also of many at the same moment, and none after ten minutes', async () => {
  const { passkey } = await withPasskey();
  const { options, ticket } = await requestLogin('portal');
  const sent = { area: 'portal' as const, address: anAddress(), ticket, answer: passkey.sign(options) };
  const many = await Promise.all(Array.from({ length: 6 }, () => logInWithPasskey(request(), sent)));
  expect(many.filter((outcome) => 'cookies' in outcome)).toHaveLength(1);
  await deleteUsedChallenges();
  expect(await logInWithPasskey(request(), sent)).toEqual(refused);
  // A ticket that was tried with rubbish is gone too.
  const other = await requestLogin('portal');
  expect(await logInWithPasskey(request(), { ...sent, ticket: other.ticket, answer: '{}' })).toEqual(refused);
  expect(
    await logInWithPasskey(request(), { ...sent, ticket: other.ticket, answer: passkey.sign(other.options) }),
  ).toEqual(refused);
  const late = await requestLogin('portal');
  vi.useFakeTimers({ now: Date.now() + 600_001, toFake: ['Date'] });
  try {
    expect(
      await logInWithPasskey(request(), { ...sent, ticket: late.ticket, answer: passkey.sign(late.options) }),
    ).toEqual(refused);
  } finally {
    vi.useRealTimers();
  }
});

test('a count that goes back is the sign of a copy, and is refused', async () => {
  const { userId, passkey } = await withPasskey({ counter: 5 });
  expect(await tryLogin(passkey, { counter: 9 })).toEqual(opened);
  for (const counter of [9, 8, 0]) expect(await tryLogin(passkey, { counter })).toEqual(refused);
  expect((await actionsOf(userId))[0]).toEqual(['passkey_refused', { reason: 'copied' }]);
  expect(await tryLogin(passkey, { counter: 2 ** 32 - 1 })).toEqual(opened);
  const uncounted = await withPasskey();
  for (let i = 0; i < 2; i++) expect(await tryLogin(uncounted.passkey, { counter: 0 })).toEqual(opened);
});

test('one computer cannot try without end, and right ones do not count', async () => {
  const { passkey } = await withPasskey();
  const address = anAddress();
  for (let i = 0; i < 5; i++) expect(await tryLogin(passkey, {}, { address })).toEqual(opened);
  for (let i = 0; i < 100; i++)
    expect(await logInWithPasskey(request(), { area: 'portal', address, ticket: 'x', answer: '{}' })).toEqual(
      refused,
    );
  expect(await tryLogin(passkey, {}, { address })).toMatchObject({ error: 'too_many_tries' });
});

test('opens the staff’s area to staff alone', async () => {
  const [staff, merchant] = [await buildStaff('support'), await withPasskey()];
  const { passkey } = await givePasskey(staff.userId);
  expect(await tryLogin(passkey, {}, { area: 'staff' })).toEqual({
    cookies: expect.arrayContaining([expect.stringMatching(/^staff-session=[\w-]/)]),
  });
  expect(await tryLogin(merchant.passkey, {}, { area: 'staff' })).toEqual(refused);
  expect(await tryLogin(passkey, { verified: false }, { area: 'staff' })).toEqual(refused);
  const { entries } = await listAudit({ actor: `staff:${staff.userId}` });
  expect(entries.slice(0, 2).map(({ action, details }) => [action, details])).toEqual([
    ['staff_sign_in_refused', { step: 'passkey' }],
    ['staff_signed_in', { with: 'passkey' }],
  ]);
  await prisma.staffMember.update({ where: { userId: staff.userId }, data: { endedAt: new Date() } });
  expect(await tryLogin(passkey, {}, { area: 'staff' })).toEqual(refused);
});

test('as the second step, only one’s own, for this login, ten wrong ones in a row', async () => {
  const [ada, eve] = [await withPasskey(), await withPasskey()];
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: ada.userId } });
  const half: HalfLogin = {
    area: 'portal',
    user: { id: ada.userId, email: ada.email, name: ada.name },
    password: digest(passwordHash),
  };
  const step = async (answerOf: (options: { challenge: string }) => string, login = half) => {
    const { options, ticket } = (await requestSecondStep(login))!;
    expect(options.allowCredentials).toMatchObject([{ id: ada.passkey.id, transports: ['internal'] }]);
    return passSecondStep(request(), half, { address: anAddress(), ticket, answer: answerOf(options) });
  };
  expect(await step((options) => eve.passkey.sign(options))).toEqual(refused);
  expect(await step((options) => ada.passkey.sign(options), { ...half, area: 'staff' })).toEqual(refused);
  const { options, ticket } = await requestLogin('portal');
  expect(
    await passSecondStep(request(), half, {
      address: anAddress(),
      ticket,
      answer: ada.passkey.sign(options),
    }),
  ).toEqual(refused);
  // Who is named already need not be by the device.
  expect(await step((asked) => ada.passkey.sign(asked, { userHandle: '' }))).toEqual(opened);
  for (let i = 0; i < 10; i++)
    expect(await step((asked) => ada.passkey.sign(asked, { verified: false }))).toEqual(refused);
  expect(await step((asked) => ada.passkey.sign(asked))).toMatchObject({ error: 'too_many_tries' });
  expect(
    await requestSecondStep({ ...half, user: { ...half.user, id: (await buildPerson()).userId } }),
  ).toBeNull();
});
