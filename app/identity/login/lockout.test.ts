import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { pool } from '~/platform/database/db.server';
import { toAddressBlock, toSiteBlock } from './address-block';
import { resetAttempts, takeAttempt, takeReleasableAttempt } from './lockout';

test('ten attempts, even of a hundred at once, then half an hour from the tenth', async () => {
  const subject = crypto.randomUUID();
  const waits = await Promise.all(Array.from({ length: 100 }, () => takeAttempt('login_account', subject)));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10);
  const wait = await takeAttempt('login_account', subject);
  expect(wait).toBeGreaterThan(29 * 60);
  expect(wait).toBeLessThanOrEqual(30 * 60);
});

/** As if this many minutes had passed since the attempts of `take`. */
async function advanceMinutes(minutes: number, takeOne: () => Promise<unknown>): Promise<void> {
  const before = await pool.query<{ key: string; points: number; expire: string }>(
    'select * from rate_limits',
  );
  await takeOne();
  const { rows } = await pool.query<{ key: string; points: number; expire: string }>(
    'select * from rate_limits',
  );
  const touched = rows.filter(
    (row) =>
      !before.rows.some(
        ({ key, points, expire }) => key === row.key && points === row.points && expire === row.expire,
      ),
  );
  await pool.query('update rate_limits set expire = expire - $1::int where key = any($2)', [
    minutes * 60_000,
    touched.map(({ key }) => key),
  ]);
}

test('no time window allows more than ten guesses: only half an hour without one resets the count', async () => {
  const subject = crypto.randomUUID();
  const takeOne = () => takeAttempt('login_account', subject);
  await advanceMinutes(29, takeOne);
  await advanceMinutes(29, async () => {
    for (let i = 0; i < 8; i++) expect(await takeOne()).toBe(0);
  });
  await advanceMinutes(29, async () => expect(await takeOne()).toBe(0));
  expect(await takeOne()).toBeGreaterThan(0);
  expect(await takeOne()).toBeLessThanOrEqual(60);

  const rested = crypto.randomUUID();
  await advanceMinutes(31, () => takeAttempt('second_factor', rested));
  for (let i = 0; i < 10; i++) expect(await takeAttempt('second_factor', rested)).toBe(0);
  expect(await takeAttempt('second_factor', rested)).toBeGreaterThan(29 * 60);
});

test('other limits count from the first attempt, however many follow', async () => {
  const subject = crypto.randomUUID();
  await advanceMinutes(59, () => takeAttempt('mail_recipient', subject));
  for (let i = 0; i < 5; i++) expect(await takeAttempt('mail_recipient', subject)).toBe(0);
  expect(await takeAttempt('mail_recipient', subject)).toBeLessThanOrEqual(60);
});

test('the count is in the database, under a name that reveals nobody', async () => {
  const subject = `${crypto.randomUUID()}@example.com`;
  const before = await pool.query('select key from rate_limits');
  await takeAttempt('login_account', subject);
  const after = await pool.query<{ key: string }>('select key from rate_limits');
  expect(after.rows.length).toBe(before.rows.length + 1);
  expect(JSON.stringify(after.rows)).not.toContain(subject);
});

test('a successful attempt resets the count or returns one', async () => {
  const subject = crypto.randomUUID();
  for (let i = 0; i < 9; i++) expect(await takeAttempt('login_account', subject)).toBe(0);
  await resetAttempts('login_account', subject);
  const { waitSeconds, release } = await takeReleasableAttempt('login_account', subject);
  expect(waitSeconds).toBe(0);
  for (let i = 0; i < 7; i++) expect(await takeAttempt('login_account', subject)).toBe(0);
  await release();
  expect({
    first: await takeAttempt('login_account', subject),
    second: await takeAttempt('login_account', subject),
    third: await takeAttempt('login_account', subject),
  }).toEqual({ first: 0, second: 0, third: 0 });
  expect(await takeAttempt('login_account', subject)).toBeGreaterThan(0);
});

test('a release returns an attempt to its own window only', async () => {
  const subject = crypto.randomUUID();
  const take = () => takeReleasableAttempt('mail_recipient', subject);
  let releaseEarly = async () => {};
  await advanceMinutes(61, async () => void (releaseEarly = (await take()).release));
  // Windows of the same millisecond would be the same.
  await sleep(2);
  const late = await take();
  for (let i = 0; i < 5; i++) expect((await take()).waitSeconds).toBe(0);
  await releaseEarly();
  expect((await take()).waitSeconds).toBeGreaterThan(59 * 60);
  await late.release();
  const again = await take();
  expect(again.waitSeconds).toBe(0);
  // A rejected attempt has nothing to release.
  await (await take()).release();
  expect((await take()).waitSeconds).toBeGreaterThan(59 * 60);
});

test('an attempt that is rejected while the count is reset may be repeated after a second', async () => {
  const subject = crypto.randomUUID();
  await takeAttempt('mail_pause', subject);
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const reset = vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    if ((args[0] as { name?: string }).name === 'find-counted-window') {
      reset.mockRestore();
      await resetAttempts('mail_pause', subject);
    }
    return query(...args);
  }) as never);
  expect(await takeAttempt('mail_pause', subject)).toBe(1);
  expect(await takeAttempt('mail_pause', subject)).toBe(0);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:203.10.113.77', '203.10.113.77'],
  ['::ffff:203.0.113.7.example', '::ffff:203.0.113.7.example'],
  // Not a mapped address: otherwise, attackers could count as any IPv4 address they like.
  ['1::ffff:203.0.113.7', '1:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, block) => {
  expect(toAddressBlock(address)).toBe(block);
});

test.each([
  ['203.0.113.7', null],
  ['::ffff:203.0.113.7', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001:FFFF::', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['', null],
])('%s belongs to the site %s', (address, site) => {
  expect(toSiteBlock(address)).toBe(site);
});
