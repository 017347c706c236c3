import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { readPage } from '../../../../tests/world/browser';
import { buildMerchant, goLive } from '../../../../tests/world/merchants';
import { setUpAuthenticator } from '../../../../tests/world/identity/second-factors';
import { logInAs } from '../../../../tests/world/identity/team';

// Two tabs share cookies: a switch in one of them applies to both.

async function workForTwo() {
  const [acme, beta] = [await buildMerchant({ name: 'Acme' }), await buildMerchant({ name: 'Beta' })];
  await prisma.member.create({ data: { userId: acme.ownerId, accountId: beta.accountId, role: 'owner' } });
  const browser = await logInAs(acme.ownerId);
  await browser.submit('/accounts', { account: acme.accountId });
  return { acme, beta, browser };
}

const path = '/developers/redirect-hosts';
/** The action URL of the page's form for a host. */
const addressIn = (html: string) =>
  /<form[^>]*action="([^"]*redirect-hosts[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&');
const hostsOf = (accountId: string) => prisma.redirectHost.findMany({ where: { accountId } });

test('a form left open during a switch to another account changes neither, and offers the way back', async () => {
  const { acme, beta, browser } = await workForTwo();
  const address = addressIn((await readPage(await browser.open(path))).html);
  await browser.submit('/accounts', { account: beta.accountId });
  const rejected = await browser.submit(
    address,
    { host: 'shop.example' },
    { headers: { referer: `http://localhost:3000${path}?added&for=x` } },
  );
  expect(rejected.status).toBe(409);
  const { html } = await readPage(rejected);
  expect(html).toContain(
    'This page was for Acme in test, but you’ve switched to Beta in test. No changes were made.',
  );
  expect({ acme: await hostsOf(acme.accountId), beta: await hostsOf(beta.accountId) }).toEqual({
    acme: [],
    beta: [],
  });

  const hidden = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
  expect(hidden).toEqual({ account: acme.accountId, environment: 'test', returnTo: `${path}?added=` });
  expect((await browser.submit('/accounts', hidden)).headers.get('location')).toBe(hidden.returnTo);
  expect((await browser.submit(address, { host: 'shop.example' })).status).toBe(302);
  expect({ hostCount: (await hostsOf(acme.accountId)).length, hosts: await hostsOf(beta.accountId) }).toEqual(
    { hostCount: 1, hosts: [] },
  );
});

test('so does a form of the other environment', async () => {
  const { acme } = await workForTwo();
  await goLive(acme, { hosts: [] });
  await setUpAuthenticator(acme.ownerId);
  const browser = await logInAs(acme.ownerId, { method: 'password_and_code' });
  await browser.submit('/accounts', { account: acme.accountId });
  const address = addressIn((await readPage(await browser.open(path))).html);
  await browser.submit('/environment', { environment: 'live' });
  const { html } = await readPage(await browser.submit(address, { host: 'shop.example' }));
  expect(html).toContain(
    'This page was for Acme in test, but you’ve switched to Acme in live. No changes were made.',
  );
  expect(html.replaceAll('<!-- -->', '')).toContain('You’ve switched to live in another tab');
  expect(await hostsOf(acme.accountId)).toEqual([]);
  await browser.submit('/accounts', { account: acme.accountId, environment: 'test' });
  expect((await browser.submit(address, { host: 'shop.example' })).status).toBe(302);
});

test("an account that the person doesn't belong to is not named", async () => {
  const { browser } = await workForTwo();
  const stranger = await buildMerchant({ name: 'Hidden Ltd' });
  const { html } = await readPage(
    await browser.submit(`${path}?for=${stranger.accountId}.test`, { host: 'shop.example' }),
  );
  expect(html).toContain(
    'This page was for another account, but you’ve switched to Acme in test. No changes were made.',
  );
  expect(html).not.toContain('Hidden Ltd');
  expect(html).not.toContain('Switch to');
});

test('a script gets the same message', async () => {
  const { acme, beta, browser } = await workForTwo();
  await browser.submit('/accounts', { account: beta.accountId });
  const response = await browser.submit(`/application/answers/business?for=${acme.accountId}.test`, {
    legal_name: 'Acme Ltd',
  });
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 409,
    body: expect.objectContaining({
      message: 'This page was for Acme in test, but you’ve switched to Beta in test. No changes were made.',
    }),
  });
});

test('a page whose URL contains another account loads normally', async () => {
  const { acme, beta, browser } = await workForTwo();
  const { html } = await readPage(await browser.open(`${path}?for=${beta.accountId}.live`));
  expect(addressIn(html)).toBe(`${path}?for=${acme.accountId}.test`);
});

test('logging in returns to the page, without its account', async () => {
  const { acme, browser } = await workForTwo();
  browser.cookies.clear();
  expect(
    (await browser.submit(`${path}?for=${acme.accountId}.test`, { host: 'shop.example' })).headers.get(
      'location',
    ),
  ).toBe(`/login?${new URLSearchParams({ returnTo: path })}`);
});
