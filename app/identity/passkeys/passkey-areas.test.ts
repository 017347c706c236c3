import { afterEach, beforeEach, expect, test } from 'vitest';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import {
  addSoftwarePasskey,
  createSoftwarePasskey,
  getRelyingParty,
} from '../../../tests/world/identity/software-passkey';
import { buildStaff } from '../../../tests/world/identity/staff';
import { requestPasskeyRegistration } from './passkey-registration';
import { confirmWithPasskey, findConfirmationOptions } from './passkey-confirmation';
import {
  logInWithPasskey,
  completeLoginWithPasskey,
  requestPasskeyLogin,
  requestPasskeySecondFactor,
} from './passkey-login';
import { addPasskey, listPasskeys, removePasskey } from './passkeys';
import { turnOffSecondFactor } from '~/identity/second-factor/second-factor';
import type { Area } from '~/identity/sessions/session-store';

// Here the staff area has its own host.
const staffOrigin = 'http://staff.localhost:3000';
beforeEach(() => void (config.addresses.staff = staffOrigin));
afterEach(() => void (config.addresses.staff = undefined));

type Passkey = ReturnType<typeof createSoftwarePasskey>;

const request = () => new Request(`${staffOrigin}/staff/login`, { method: 'POST' });
const rejected = { error: 'invalid_passkey' };
const opened = { cookies: expect.any(Array) };
const by = (userId: string) => ({ userId, actor: `staff:${userId}` }) as const;

async function attemptLogin(passkey: Passkey, area: Area, forged = getRelyingParty(area)) {
  const { options, ticket } = await requestPasskeyLogin(area);
  return logInWithPasskey(request(), {
    area,
    address: crypto.randomUUID(),
    ticket,
    answer: passkey.sign(options, forged),
  });
}

test('each area asks for passkeys of its own host, and accepts only signatures for its own origin', async () => {
  const { userId } = await buildStaff('support');
  const { passkey } = await addSoftwarePasskey(userId, { area: 'staff' });
  expect({
    staff: (await requestPasskeyLogin('staff')).options.rpId,
    portal: (await requestPasskeyLogin('portal')).options.rpId,
  }).toEqual({ staff: 'staff.localhost', portal: 'localhost' });
  expect(await attemptLogin(passkey, 'staff')).toEqual(opened);
  for (const forged of [
    { origin: 'http://localhost:3000' },
    { relyingParty: 'localhost' },
    { origin: 'http://staff.localhost' },
    { origin: 'https://staff.localhost:3000' },
  ])
    expect(await attemptLogin(passkey, 'staff', { ...getRelyingParty('staff'), ...forged })).toEqual(
      rejected,
    );
  expect(await attemptLogin(passkey, 'portal', getRelyingParty('staff'))).toEqual(rejected);
  // A challenge from the portal, answered here.
  const { options, ticket } = await requestPasskeyLogin('portal');
  expect(
    await logInWithPasskey(request(), {
      area: 'staff',
      address: crypto.randomUUID(),
      ticket,
      answer: passkey.sign(options, getRelyingParty('staff')),
    }),
  ).toEqual(rejected);
});

test("a passkey is created for the area's own host only", async () => {
  const { userId, email, name } = await buildStaff('support');
  const add = async (area: Area, signedFor: Area, sentTo = area) => {
    const { options, ticket } = await requestPasskeyRegistration({
      userId,
      area,
      scope: 'here',
      email,
      name,
    });
    return addPasskey({
      ...by(userId),
      area: sentTo,
      scope: 'here',
      ticket,
      answer: createSoftwarePasskey().create(options, getRelyingParty(signedFor)),
      name: area,
    });
  };
  expect(
    (await requestPasskeyRegistration({ userId, area: 'staff', scope: 'here', email, name })).options.rp,
  ).toEqual({
    name: config.brandName,
    id: 'staff.localhost',
  });
  expect({
    staffWithPortalKey: await add('staff', 'portal'),
    portalWithStaffKey: await add('portal', 'staff'),
    portalWithStaffOrigin: await add('portal', 'staff', 'staff'),
  }).toEqual({
    staffWithPortalKey: 'rejected',
    portalWithStaffKey: 'rejected',
    portalWithStaffOrigin: 'rejected',
  });
  expect(await add('staff', 'staff')).toEqual({ recoveryCodes: null });
  expect(await add('portal', 'portal')).toEqual({ recoveryCodes: null });
  expect((await listPasskeys(userId)).map(({ area }) => area)).toEqual(['staff', 'portal']);
});

test("as a second step and for confirmation, only the area's passkeys are accepted", async () => {
  const { userId, email, name } = await buildStaff('support');
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const login = { user: { id: userId, email, name }, area: 'staff', password: digest(passwordHash) } as const;
  const { passkey: ofPortal } = await addSoftwarePasskey(userId);
  expect({
    requestPasskeySecondFactor: await requestPasskeySecondFactor(login),
    confirmationOptions: await findConfirmationOptions(userId, 'staff'),
  }).toEqual({ requestPasskeySecondFactor: null, confirmationOptions: { app: true, passkey: null } });
  const { passkey } = await addSoftwarePasskey(userId, { area: 'staff' });
  const step = (await requestPasskeySecondFactor(login))!;
  expect(step.options).toMatchObject({ rpId: 'staff.localhost', allowCredentials: [{ id: passkey.id }] });
  expect((await requestPasskeySecondFactor({ ...login, area: 'portal' }))!.options).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [{ id: ofPortal.id }],
  });
  expect(
    await completeLoginWithPasskey(request(), login, {
      address: 'here',
      ticket: step.ticket,
      answer: ofPortal.sign(step.options, getRelyingParty('portal')),
    }),
  ).toEqual(rejected);
  const again = (await requestPasskeySecondFactor(login))!;
  expect(
    await completeLoginWithPasskey(request(), login, {
      address: 'here',
      ticket: again.ticket,
      answer: passkey.sign(again.options, getRelyingParty('staff')),
    }),
  ).toEqual(opened);
  for (const [signer, signedFor, outcome] of [
    [ofPortal, 'portal', 'wrong_passkey'],
    [passkey, 'staff', 'confirmed'],
  ] as const) {
    const { options, ticket } = (await findConfirmationOptions(userId, 'staff'))!.passkey!;
    expect(
      await confirmWithPasskey(
        { userId, area: 'staff' },
        { ticket, answer: signer.sign(options, getRelyingParty(signedFor)) },
      ),
    ).toBe(outcome);
  }
});

test('staff keep one that works on their own host, whatever they have in the portal', async () => {
  const { userId } = await buildStaff('support');
  const { passkeyId: ofPortal } = await addSoftwarePasskey(userId);
  expect(await turnOffSecondFactor(by(userId))).toBe('needed_for_staff');
  const { passkeyId } = await addSoftwarePasskey(userId, { area: 'staff' });
  expect(await turnOffSecondFactor(by(userId))).toBe('turned_off');
  expect(await removePasskey({ ...by(userId), id: passkeyId })).toBe('needed_for_staff');
  expect(await removePasskey({ ...by(userId), id: ofPortal })).toBe('removed');
  expect(await prisma.passkey.findMany({ where: { userId }, select: { area: true } })).toEqual([
    { area: 'staff' },
  ]);
});
