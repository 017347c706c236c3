import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { hashPassword } from '~/identity/passwords/passwords';
import { findApplication } from '~/merchants/applications/applications';
import { saveAnswers } from '~/merchants/applications/answers/answers';
import { prisma } from '~/platform/database/db.server';
import { buildApplication } from '../../../../tests/world/applications';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildMerchant, goLive } from '../../../../tests/world/merchants';

const password = 'correct horse battery';
const path = '/settings/business-name';

async function logIn() {
  const email = `name-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ name: 'Ada', email, passwordHash: await hashPassword(password) });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  const readName = async () =>
    (await prisma.account.findUniqueOrThrow({ where: { id: merchant.accountId } })).name;
  return { merchant, browser, readName };
}

test('the business gets its name before the application, audited, and no application is started', async () => {
  const { merchant, browser, readName } = await logIn();
  const saved = await browser.submit(path, { name: '  Lehm &  Ton ' });
  expect(saved.headers.get('location')).toBe(`${path}?saved`);
  expect(await readName()).toBe('Lehm & Ton');
  expect((await readPage(await browser.open('/team'))).html).toContain(
    'People who can access Lehm &amp; Ton',
  );
  await browser.submit(path, { name: 'Lehm & Ton' });
  const { entries } = await listAudit({ accountId: merchant.accountId, action: 'account_renamed' });
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [{ name: 'Ada' }, { name: 'Lehm & Ton' }],
  ]);
  expect(await findApplication({ accountId: merchant.accountId })).toBeNull();
});

test('a name can change while the application is a draft', async () => {
  const { merchant, browser, readName } = await logIn();
  await saveAnswers(merchant, { city: 'Hamburg' });
  await browser.submit(path, { name: 'Lehm & Ton' });
  expect(await readName()).toBe('Lehm & Ton');
});

test.each([
  ['', 'Enter the name of your business'],
  ['Click evil.example/win', 'Enter a name without a URL or an email address'],
  ['4242 4242 4242 4242', 'Remove the card number'],
])('the name "%s" is rejected (threat T31)', async (name, message) => {
  const { browser, readName } = await logIn();
  const { status, errors } = await browser.submit(path, { name }).then(async (response) => ({
    status: response.status,
    errors: (await readPage(response)).errors,
  }));
  expect({ status, error: errors.join() }).toEqual({ status: 422, error: expect.stringContaining(message) });
  expect(await readName()).toBe('Ada');
});

test('a submitted or reviewed name stays', async () => {
  const submitted = await logIn();
  await buildApplication('SUBMITTED', { merchant: submitted.merchant });
  const live = await logIn();
  await goLive(live.merchant);
  for (const { browser, readName } of [submitted, live]) {
    const name = await readName();
    expect((await browser.submit(path, { name: 'Other' })).headers.get('location')).toBe(path);
    expect(await readName()).toBe(name);
    expect((await readPage(await browser.open(path))).html).not.toContain('<input type="text"');
  }
});
