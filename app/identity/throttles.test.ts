import { expect, test } from 'vitest';
import { pool } from '~/platform/db.server';
import { addressBlock } from './address-block';
import { forgetTries, giveTryBack, takeTry } from './throttles';

test('ten tries, also of a hundred at once, then half an hour from the tenth', async () => {
  const subject = crypto.randomUUID();
  const waits = await Promise.all(Array.from({ length: 100 }, () => takeTry('login_account', subject)));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10);
  const wait = await takeTry('login_account', subject);
  expect(wait).toBeGreaterThan(29 * 60);
  expect(wait).toBeLessThanOrEqual(30 * 60);
});

test('the count is in the database, under a name that tells nobody', async () => {
  const subject = `${crypto.randomUUID()}@example.com`;
  const before = await pool.query('select key from rate_limits');
  await takeTry('login_account', subject);
  const after = await pool.query<{ key: string }>('select key from rate_limits');
  expect(after.rows.length).toBe(before.rows.length + 1);
  expect(JSON.stringify(after.rows)).not.toContain(subject);
});

test('a right try starts the count anew or gives one back', async () => {
  const subject = crypto.randomUUID();
  for (let i = 0; i < 9; i++) expect(await takeTry('login_account', subject)).toBe(0);
  await forgetTries('login_account', subject);
  for (let i = 0; i < 8; i++) expect(await takeTry('login_account', subject)).toBe(0);
  await giveTryBack('login_account', subject);
  expect([await takeTry('login_account', subject), await takeTry('login_account', subject), await takeTry('login_account', subject)]).toEqual([0, 0, 0]);
  expect(await takeTry('login_account', subject)).toBeGreaterThan(0);
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
  expect(addressBlock(address)).toBe(block);
});
