import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { hashPassword } from '~/identity/passwords/passwords';
import { changeSettings, retrieveSettings } from '~/merchants/accounts/settings';
import { prisma } from '~/platform/database/db.server';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';

const password = 'correct horse battery';
const path = '/settings/general';
const usual = {
  ...{ time_zone: 'UTC', capture_mode: 'authcap', three_d_secure: 'automatic', hold_days: '7' },
  ...{ billing_details: 'minimal', billing_required: 'false' },
};
const seenUsual = Object.fromEntries(Object.entries(usual).map(([name, value]) => [`seen_${name}`, value]));

/** The browser of a logged-in member of a new merchant with this role. */
async function logIn(role = 'owner') {
  const email = `settings-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { merchant, browser };
}

const changesOf = async (accountId: string) =>
  (await listAudit({ accountId, action: 'settings_changed' })).entries.map(({ before, after }) => [
    before,
    after,
  ]);

test('a change is saved, and audited with the previous value', async () => {
  const { merchant, browser } = await logIn();
  const { accountId } = merchant;
  const page = (await readPage(await browser.open(path))).html;
  const [, regions] = /<select[^>]*name="time_zone".*?>(.*?)<\/select>/s.exec(page)!;
  expect(regions).toMatch(/^<option value="UTC" selected="">UTC<\/option><optgroup label="Africa">/);
  for (const [region, option] of [
    ['Europe', '<option value="Europe/Berlin">Berlin</option>'],
    ['Asia', '<option value="Asia/Kolkata">Kolkata</option>'],
    ['America', '<option value="America/Argentina/Salta">Argentina, Salta</option>'],
    ['Pacific Ocean', '<option value="Pacific/Auckland">Auckland</option>'],
  ] as const)
    expect(new RegExp(`<optgroup label="${region}">(.*?)</optgroup>`, 's').exec(regions!)![1]).toContain(
      option,
    );
  const saved = await browser.submit(path, {
    ...seenUsual,
    time_zone: 'Europe/Berlin',
    capture_mode: 'authorize',
    three_d_secure: 'always',
    billing_details: 'full',
    billing_required: 'true',
    hold_days: '5',
    hold_days_american_express: '30',
    hold_days_visa: '',
  });
  expect({ status: saved.status, location: saved.headers.get('location') }).toEqual({
    status: 302,
    location: `${path}?saved`,
  });
  expect(await retrieveSettings(accountId)).toMatchObject({
    timeZone: 'Europe/Berlin',
    captureMode: 'authorize',
    threeDSecure: 'always',
    billingDetails: 'full',
    billingRequired: true,
    holdDays: 5,
    brandHoldDays: { 'american-express': 30, visa: null },
  });
  expect(await changesOf(accountId)).toEqual([
    [
      {
        ...{ time_zone: 'UTC', capture_mode: 'authcap', three_d_secure: 'automatic' },
        ...{ billing_details: 'minimal', billing_required: false },
        ...{ hold_days: 7, hold_days_american_express: null },
      },
      {
        ...{ time_zone: 'Europe/Berlin', capture_mode: 'authorize', three_d_secure: 'always' },
        ...{ billing_details: 'full', billing_required: true },
        ...{ hold_days: 5, hold_days_american_express: 30 },
      },
    ],
  ]);
  const now = (await readPage(await browser.open(`${path}?saved`))).html;
  expect(now).toMatch(/<option value="Europe\/Berlin" selected="">/);
  expect(now).toMatch(/<input[^>]*name="hold_days_american_express"[^>]*value="30"/);
  // The portal's times follow.
  expect((await readPage(await browser.open('/audit-log'))).html).toMatch(
    /\d\d:\d\d:\d\d (CET|CEST|GMT\+[12])/,
  );
});

test('a form sent twice changes once, and one without a change nothing', async () => {
  const { merchant, browser } = await logIn();
  const change = { ...usual, ...seenUsual, hold_days: '9' };
  expect({
    firstStatus: (await browser.submit(path, change)).status,
    secondStatus: (await browser.submit(path, change)).status,
  }).toEqual({ firstStatus: 302, secondStatus: 302 });
  expect(await changesOf(merchant.accountId)).toEqual([[{ hold_days: 7 }, { hold_days: 9 }]]);
});

test('of two people who edit at once, neither overwrites the other', async () => {
  const { merchant, browser } = await logIn();
  await browser.submit(path, { ...usual, ...seenUsual, time_zone: 'Asia/Tokyo', hold_days: '10' });
  // The second page was rendered before: its other value is saved next to the first one's.
  expect((await browser.submit(path, { ...usual, ...seenUsual, capture_mode: 'authorize' })).status).toBe(
    302,
  );
  expect(await retrieveSettings(merchant.accountId)).toMatchObject({
    timeZone: 'Asia/Tokyo',
    holdDays: 10,
    captureMode: 'authorize',
  });
  // The same value isn't overwritten unseen.
  const rejected = await browser.submit(path, { ...usual, ...seenUsual, hold_days: '3' });
  const { html, errors } = await readPage(rejected);
  expect({ status: rejected.status, errors }).toEqual({
    status: 422,
    errors: ['Someone else changed this to “10” after you opened the page. Save again to replace it'],
  });
  expect(html).toMatch(/<input[^>]*name="hold_days"[^>]*value="3"/);
  expect(html).toMatch(/<input[^>]*name="seen_hold_days"[^>]*value="10"/);
  expect((await retrieveSettings(merchant.accountId)).holdDays).toBe(10);
});

test('after an error, values that the person has not seen are still not overwritten', async () => {
  const { merchant, browser } = await logIn();
  await browser.submit(path, { ...usual, ...seenUsual, time_zone: 'Asia/Tokyo', hold_days: '10' });
  const readSeen = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/name="(seen_(?:time_zone|hold_days))" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
  const invalid = await readPage(
    await browser.submit(path, { ...usual, ...seenUsual, hold_days: '3', hold_days_visa: '99' }),
  );
  expect(readSeen(invalid.html)).toEqual({ seen_time_zone: 'UTC', seen_hold_days: '7' });
  const conflict = await readPage(await browser.submit(path, { ...usual, ...seenUsual, hold_days: '3' }));
  // Only the value that the message names counts as seen.
  expect(readSeen(conflict.html)).toEqual({ seen_time_zone: 'UTC', seen_hold_days: '10' });
  await browser.submit(path, { ...usual, ...seenUsual, ...readSeen(conflict.html), hold_days: '3' });
  expect(await retrieveSettings(merchant.accountId)).toMatchObject({ timeZone: 'Asia/Tokyo', holdDays: 3 });
});

test('a conflict names the option that someone else chose', async () => {
  const { browser } = await logIn();
  await browser.submit(path, { ...usual, ...seenUsual, three_d_secure: 'always' });
  const rejected = await browser.submit(path, { ...usual, ...seenUsual, three_d_secure: 'never' });
  expect((await readPage(rejected)).errors).toEqual([
    'Someone else changed this to “For every payment” after you opened the page. Save again to replace it',
  ]);
});

test.each([
  ['time_zone', 'Europe/Atlantis', 'Choose a time zone'],
  ['time_zone', 'Europe/Berlin\0', 'Choose a time zone', 302],
  ['time_zone', '__proto__', 'Choose a time zone'],
  ['capture_mode', 'void', 'Choose an option'],
  ['billing_details', 'some', 'Choose an option'],
  ['billing_required', 'maybe', 'Choose an option'],
  ['three_d_secure', 'sometimes', 'Choose an option'],
  ['hold_days', '', 'whole number of days from 1 to 30'],
  ['hold_days', '0', 'whole number of days from 1 to 30'],
  ['hold_days', '31', 'whole number of days from 1 to 30 for a hold'],
  ['hold_days', '7.5', 'whole number of days from 1 to 30'],
  ['hold_days_visa', '-1', 'whole number of days from 1 to 30 for Visa'],
  ['hold_days_visa', '1e1', 'whole number of days from 1 to 30'],
])('%s=%j is rejected with the reason and kept in its field', async (name, input, reason, status = 422) => {
  const { merchant, browser } = await logIn();
  const response = await browser.submit(path, { ...usual, ...seenUsual, [name]: input });
  expect(response.status).toBe(status);
  if (status === 302) return;
  const { html, errors } = await readPage(response);
  expect(errors.join()).toContain(reason);
  if (name.startsWith('hold'))
    expect(html).toMatch(new RegExp(`<input[^>]*name="${name}"[^>]*value="${input}"`));
  expect(await changesOf(merchant.accountId)).toEqual([]);
});

test('a zone can be chosen by its former name, which isn’t listed', async () => {
  const { merchant, browser } = await logIn();
  expect((await readPage(await browser.open(path))).html).not.toContain('Europe/Kiev');
  await browser.submit(path, { ...seenUsual, ...usual, time_zone: 'Europe/Kiev' });
  expect((await retrieveSettings(merchant.accountId)).timeZone).toBe('Europe/Kyiv');
});

test('the time zone must be known to the database, and changes up to ten times a day', async () => {
  const {
    merchant: { accountId, ownerId: by },
    browser,
  } = await logIn();
  const seen = await retrieveSettings(accountId);
  expect(await changeSettings({ accountId, seen, requested: { ...seen, timeZone: 'Mars/Base' }, by })).toBe(
    'unknown_time_zone',
  );
  for (let turn = 0; turn < 10; turn++) {
    const now = await retrieveSettings(accountId);
    expect(
      await changeSettings({
        accountId,
        seen: now,
        requested: { ...now, timeZone: turn % 2 ? 'UTC' : 'Asia/Tokyo' },
        by,
      }),
    ).toBe('changed');
  }
  const rejected = await browser.submit(path, { ...usual, ...seenUsual, time_zone: 'Asia/Tokyo' });
  expect({ status: rejected.status, errors: (await readPage(rejected)).errors }).toEqual({
    status: 422,
    errors: [expect.stringContaining('ten times today')],
  });
  expect((await browser.submit(path, { ...usual, ...seenUsual, hold_days: '5' })).status).toBe(302);
  expect(await retrieveSettings(accountId)).toMatchObject({ timeZone: 'UTC', holdDays: 5 });
});

test.each([
  ['owner', 200, 302],
  ['admin', 200, 302],
  ['developer', 403, 403],
  ['finance', 403, 403],
  ['viewer', 403, 403],
])('who may change them: %s', async (role, read, changed) => {
  const { browser, merchant } = await logIn(role);
  expect({
    openStatus: (await browser.open(path)).status,
    submitStatus: (await browser.submit(path, { ...usual, ...seenUsual, hold_days: '8' })).status,
  }).toEqual({ openStatus: read, submitStatus: changed });
  expect((await retrieveSettings(merchant.accountId)).holdDays).toBe(changed === 302 ? 8 : 7);
});

test('the database rejects a hold of another length', async () => {
  const { accountId } = await buildMerchant();
  for (const data of [
    { holdDays: 0 },
    { holdDays: 31 },
    { brandHoldDays: { visa: 31 } },
    { brandHoldDays: { visa: '7' } },
    { brandHoldDays: { visa: 2.5 } },
    { brandHoldDays: [7] },
  ])
    await expect(prisma.account.update({ where: { id: accountId }, data })).rejects.toThrow();
});
