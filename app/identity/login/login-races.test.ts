import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import { generateCode } from '../../../tests/world/identity/authenticator';
import { addSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { buildPerson, logInAs, memberPassword } from '../../../tests/world/identity/team';
import { findPendingLogin } from './pending-login';
import { hashingConcurrency, runInHashingQueue } from '~/identity/passwords/hashing-queue';
import { completeLogin, logIn } from './login';
import { changePassword, writePassword } from '~/identity/passwords/password-change';
import { removePasskey } from '~/identity/passkeys/passkeys';
import { hashPassword } from '~/identity/passwords/passwords';
import { createAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { setUpSecondFactor, turnOffSecondFactor } from '~/identity/second-factor/second-factor';
import { endOtherSessions } from '~/identity/sessions/session-list';

// Threat T6: ending all sessions also ends those that begin at that moment.

const request = (cookie = '') => new Request('http://localhost:3000/login', { headers: { cookie } });
const sessionsOf = (userId: string) => prisma.session.count({ where: { userId } });
const passwordOf = async (userId: string) =>
  digest((await prisma.user.findUniqueOrThrow({ where: { id: userId } })).passwordHash);

/** Starts a login, and changes the password while the login waits in the hashing queue. */
async function logInDuringPasswordChange({ email, userId }: { email: string; userId: string }) {
  const newHash = await hashPassword('eleven sleepy walruses');
  let release = () => {};
  const blocked = new Promise<void>((resolve) => (release = resolve));
  const before = Array.from({ length: hashingConcurrency }, () => runInHashingQueue(() => blocked));
  const login = logIn(request(), { email, password: memberPassword, address: crypto.randomUUID() });
  await sleep(300);
  await prisma.$transaction((db) =>
    writePassword(db, { userId, actor: `portal:${userId}` }, { passwordHash: newHash, loggedOut: 'all' }),
  );
  release();
  await Promise.all(before);
  return login;
}

test('a login with the old password during a password change opens nothing', async () => {
  const person = await buildPerson();
  expect(await logInDuringPasswordChange(person)).toEqual({ error: 'invalid_credentials' });
  expect(await sessionsOf(person.userId)).toBe(0);
});

test('nor does it start a pending login, or a recovery', async () => {
  const person = await buildPerson();
  await addSoftwarePasskey(person.userId);
  const outcome = await logInDuringPasswordChange(person);
  const [cookie] = 'cookies' in outcome ? outcome.cookies : [];
  expect(await findPendingLogin(request(cookie?.split(';')[0]), 'portal')).toBeNull();
});

test('a change between the check and the session lets nobody in', async () => {
  const { userId, email } = await buildPerson();
  const user = { id: userId, email };
  const old = await passwordOf(userId);
  await prisma.user.update({ where: { id: userId }, data: { passwordHash: 'another' } });
  for (const method of ['password', 'password_and_code', 'passkey'] as const)
    expect(
      await completeLogin(request(), { user, area: 'portal', password: old }, '127.0.0.1', method),
    ).toBeNull();
  const password = await passwordOf(userId);
  await addSoftwarePasskey(userId);
  const { id: passkeyId } = await prisma.passkey.findFirstOrThrow({ where: { userId } });
  // A second factor was added since, so the password alone is no longer enough.
  expect(await completeLogin(request(), { user, area: 'portal', password }, '127.0.0.1')).toBeNull();
  expect(await sessionsOf(userId)).toBe(0);
  expect(
    await completeLogin(request(), { user, area: 'portal', passkeyId }, '127.0.0.1', 'passkey'),
  ).toHaveLength(2);
  await prisma.session.deleteMany({ where: { userId } });
  await prisma.passkey.delete({ where: { id: passkeyId } });
  expect(
    await completeLogin(request(), { user, area: 'portal', passkeyId }, '127.0.0.1', 'passkey'),
  ).toBeNull();
  expect(await sessionsOf(userId)).toBe(0);
});

test('a request of a session that ends meanwhile changes nothing and starts no new one', async () => {
  const { userId } = await buildPerson();
  const { passkeyId } = await addSoftwarePasskey(userId);
  const newSession = async () => {
    const before = (await prisma.session.findMany({ where: { userId } })).map(({ id }) => id);
    await logInAs(userId);
    return (await prisma.session.findFirstOrThrow({ where: { userId, id: { notIn: before } } })).id;
  };
  const [own, sessionId] = [await newSession(), await newSession()];
  const change = { userId, actor: `portal:${userId}`, sessionId } as const;
  const password = await passwordOf(userId);
  expect(await endOtherSessions(own, { userId, area: 'portal' })).toBe(true);
  const secret = createAuthenticatorSecret();
  expect(await changePassword(change, 'eleven sleepy walruses')).toBe('session_over');
  expect(await setUpSecondFactor({ ...change, secret, code: generateCode(secret), replaces: true })).toBe(
    'session_over',
  );
  expect(await turnOffSecondFactor(change)).toBe('session_over');
  expect(await removePasskey({ ...change, id: passkeyId })).toBe('session_over');
  expect({
    password: await passwordOf(userId),
    sessions: await sessionsOf(userId),
    passkeyCount: await prisma.passkey.count({ where: { userId } }),
  }).toEqual({ password, sessions: 1, passkeyCount: 1 });
  expect(await changePassword({ ...change, sessionId: own }, 'eleven sleepy walruses')).toBe('changed');
  expect(await changePassword({ ...change, sessionId: own }, 'eleven sleepy walruses')).toBe('session_over');
});

test('a password change waits for a process that ends its session', async () => {
  const { userId } = await buildPerson();
  await logInAs(userId);
  const { id: sessionId } = await prisma.session.findFirstOrThrow({ where: { userId } });
  const [ended, changed] = await Promise.all([
    endOtherSessions('another', { userId, area: 'portal' }),
    changePassword({ userId, actor: `portal:${userId}`, sessionId }, 'eleven sleepy walruses'),
  ]);
  // Whichever comes first, the other finds nothing left.
  expect({ ended, changed }).toEqual(
    changed === 'changed' ? { ended: false, changed } : { ended: true, changed: 'session_over' },
  );
});
