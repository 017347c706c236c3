import { expect, test } from 'vitest';
import { pool } from '~/platform/database/db.server';
import { toAddressBlock } from './address-block';
import { resetAttempts, releaseAttempt, takeAttempt } from './lockout';

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
  for (let i = 0; i < 8; i++) expect(await takeAttempt('login_account', subject)).toBe(0);
  await releaseAttempt('login_account', subject);
  expect({
    first: await takeAttempt('login_account', subject),
    second: await takeAttempt('login_account', subject),
    third: await takeAttempt('login_account', subject),
  }).toEqual({ first: 0, second: 0, third: 0 });
  expect(await takeAttempt('login_account', subject)).toBeGreaterThan(0);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, block) => {
  expect(toAddressBlock(address)).toBe(block);
});
