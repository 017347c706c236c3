import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildPerson, memberPassword } from '../../../tests/world/identity/team';
import { openBrowser, readPage } from '../../../tests/world/browser';
import { createEmailLink } from '~/identity/email/email-links';
import { catchHashingBusy, hashingConcurrency, runInHashingQueue, maxQueuedHashes } from './hashing-queue';
import { logIn } from '~/identity/login/login';
import { verifyPassword } from './passwords';

/** Work that completes when it's released. */
function createBlockedTask() {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  return { release, work: () => held };
}

test('few run at once, some wait in order, and the rest are asked to come back', async () => {
  const { release, work } = createBlockedTask();
  let [running, most] = [0, 0];
  const order: number[] = [];
  const outcomes = Array.from({ length: hashingConcurrency + maxQueuedHashes + 3 }, (_, i) =>
    runInHashingQueue(async () => {
      most = Math.max(most, ++running);
      await work();
      order.push(i);
      running--;
    }),
  );
  const rejected = await Promise.all(
    outcomes.slice(-3).map((outcome) => outcome.catch((rejection: unknown) => rejection as Response)),
  );
  expect(
    rejected.map((rejection) => rejection && [rejection.status, rejection.headers.get('retry-after')]),
  ).toEqual(Array(3).fill([503, '5']));
  release();
  await Promise.all(outcomes.slice(0, -3));
  expect({ most, order }).toEqual({ most: hashingConcurrency, order: order.toSorted((a, b) => a - b) });
  expect(hashingConcurrency).toBeLessThanOrEqual(2);
});

test('failed work passes on its turn', async () => {
  for (let i = 0; i < hashingConcurrency * 3; i++)
    await expect(runInHashingQueue(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await runInHashingQueue(() => Promise.resolve('done'))).toBe('done');
});

test('only a full queue counts as busy; other failures are passed on', () => {
  const busy = new Response(null, { status: 503 });
  expect(catchHashingBusy(busy)).toBe('busy');
  for (const failure of [new Response(null, { status: 404 }), new Error('no'), { status: 503 }])
    expect(catchThrown(() => catchHashingBusy(failure))).toBe(failure);
});

function catchThrown(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

test("a login during a full queue gets a message, and isn't counted as an attempt", async () => {
  const { email } = await buildPerson();
  const { release, work } = createBlockedTask();
  const busy = Array.from({ length: hashingConcurrency + maxQueuedHashes }, () => runInHashingQueue(work));
  try {
    for (let i = 0; i < 15; i++)
      expect(
        await logIn(new Request('http://localhost:3000/login'), {
          email,
          password: 'wrong',
          address: crypto.randomUUID(),
        }),
      ).toEqual({ error: 'too_busy', waitSeconds: 5 });
    const response = await openBrowser().submit('/login', { email, password: memberPassword });
    expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '5',
    });
    const { html, errors } = await readPage(response);
    expect({ errors, includesEmail: html.includes(email) }).toEqual({
      errors: ['Many people are logging in right now. Wait a few seconds, then try again.'],
      includesEmail: true,
    });
    // Pages where a password is chosen show this.
    const token = await createEmailLink(prisma, { purpose: 'confirm', email: `busy-${email}`, name: 'Ada' });
    const rejected = await openBrowser().submit(`/confirm/${token}`, { password: 'eleven sleepy walruses' });
    expect({
      status: rejected.status,
      includesWereVeryBusyRight: (await readPage(rejected)).html.includes('We’re very busy right now'),
    }).toEqual({ status: 503, includesWereVeryBusyRight: true });
  } finally {
    release();
    await Promise.all(busy);
  }
  expect((await openBrowser().submit('/login', { email, password: memberPassword })).status).toBe(302);
});

test('a hash with another cost is renewed at the next successful login', async () => {
  const [{ email, userId }, eve] = [await buildPerson(), await buildPerson()];
  const old = await hash(memberPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await prisma.user.update({ where: { id: userId }, data: { passwordHash: old } });
  const logInWith = async (password: string) => {
    await logIn(new Request('http://localhost:3000/login'), {
      email,
      password,
      address: crypto.randomUUID(),
    });
    return (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).passwordHash;
  };
  expect(await logInWith('wrong')).toBe(old);
  const renewed = await logInWith(memberPassword);
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(renewed, memberPassword)).toBe(true);
  expect(await logInWith(memberPassword)).toBe(renewed);
  // Nobody else's changes.
  expect((await prisma.user.findUniqueOrThrow({ where: { id: eve.userId } })).passwordHash).not.toBe(renewed);
});
