import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { addRedirectHost, listRedirectHosts } from '~/merchants/redirect-hosts/redirect-hosts';
import { prisma } from '~/platform/database/db.server';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { setUpAuthenticator } from '../../../../tests/world/identity/second-factors';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { logInAs } from '../../../../tests/world/identity/team';
import { listMailsToOwner } from '../../../../tests/world/mails/mails';
import { buildMerchant, goLive } from '../../../../tests/world/merchants';

const password = 'correct horse battery';
const path = '/developers/redirect-hosts';

/** The browser of a logged-in member of a new merchant with this role. */
async function logIn(role = 'owner') {
  const email = `host-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { merchant, browser };
}

/** The browser of an owner of a live merchant who is logged in with an authenticator app. */
async function logInLive() {
  const merchant = await goLive(await buildMerchant(), { hosts: ['old.example'] });
  await setUpAuthenticator(merchant.ownerId);
  return { merchant, browser: await logInAs(merchant.ownerId, { method: 'password_and_code' }) };
}

const changes: Record<string, string>[] = [{ host: 'new.example' }, { remove: 'old.example' }];

const hostsOf = async ({ accountId }: { accountId: string }) =>
  (await listRedirectHosts(accountId)).map(({ host }) => host);
/** The names of the links that remove a host, and of the buttons behind them. */
const removable = (html: string) =>
  [...html.matchAll(/<a[^>]*href="[^"]*\?remove=[^>]*>(.*?)<\/a>/gs)].map(([, inner]) =>
    inner!.replace(/<[^>]+>/g, ''),
  );
const removing = (html: string) =>
  [...html.matchAll(/<button[^>]*name="remove"[^>]*value="([^"]*)"/g)].map(([, host]) => host);

test('a host is listed and removed by plain forms', async () => {
  const { merchant, browser } = await logIn();
  expect((await readPage(await browser.open('/developers'))).html).toContain(`href="${path}"`);
  expect((await readPage(await browser.open(path))).html).toContain('No hosts yet');

  const added = await browser.submit(path, { host: 'https://Shop.example/thanks' });
  expect({ status: added.status, location: added.headers.get('location') }).toEqual({
    status: 302,
    location: `${path}?added`,
  });
  const listed = await readPage(await browser.open(`${path}?added`));
  expect(listed.html).toContain('Host added');
  expect(removable(listed.html)).toEqual(['Remove shop.example']);
  expect(await prisma.redirectHost.findMany({ where: { accountId: merchant.accountId } })).toMatchObject([
    { host: 'shop.example', createdBy: merchant.ownerId },
  ]);

  expect(removing(listed.html)).toEqual([]);
  const requested = await readPage(await browser.open(`${path}?remove=shop.example`));
  expect({ title: requested.title, removing: removing(requested.html) }).toEqual({
    title: expect.stringContaining('Remove a redirect host'),
    removing: ['shop.example'],
  });
  expect(requested.html).toContain('can no longer redirect payers there. Existing intents keep');
  expect(removing((await readPage(await browser.open(`${path}?remove=other.example`))).html)).toEqual([]);
  const removed = await browser.submit(path, { remove: 'shop.example' });
  expect({ status: removed.status, location: removed.headers.get('location') }).toEqual({
    status: 302,
    location: `${path}?removed`,
  });
  expect((await readPage(await browser.open(`${path}?removed`))).html).toContain(
    'Existing intents keep their redirect URLs.',
  );
  expect(await hostsOf(merchant)).toEqual([]);
});

test.each([
  ['', 'Enter a host'],
  ['shop.example@evil', 'Remove the username'],
  ['//evil', 'This isn’t a valid host'],
  ['shop.example\\evil', 'This isn’t a valid host'],
  ['http://shop.example', 'https://'],
  ['*.shop.example', 'Add each host by name'],
  ['127.0.0.1', 'IP addresses aren’t supported'],
  ['"><script>alert(1)</script>', 'This isn’t a valid host'],
])('%j is rejected, with the reason at the field and the input kept', async (host, reason) => {
  const { merchant, browser } = await logIn();
  const response = await browser.submit(path, { host });
  const { html, title, errors } = await readPage(response);
  expect({ status: response.status, title }).toEqual({
    status: 422,
    title: 'Error: Redirect hosts · Tillway',
  });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(reason);
  const input = /<input[^>]*name="host"[^>]*>/.exec(html)![0];
  expect(input).toContain('aria-invalid="true"');
  expect(input).toContain('aria-describedby="host-hint host-error"');
  expect(input).toContain(
    `value="${host.replace('"', '&quot;').replaceAll('>', '&gt;').replaceAll('<', '&lt;')}"`,
  );
  expect(await hostsOf(merchant)).toEqual([]);
});

test("another merchant's hosts are neither shown nor removed", async () => {
  const { merchant: stranger, browser } = await logIn();
  const owner = await buildMerchant();
  await addRedirectHost({ accountId: owner.accountId, hostInput: 'owner.example', createdBy: owner.ownerId });
  expect((await readPage(await browser.open(path))).html).not.toContain('owner.example');
  expect((await browser.submit(path, { remove: 'owner.example' })).status).toBe(302);
  expect({ owner: await hostsOf(owner), stranger: await hostsOf(stranger) }).toEqual({
    owner: ['owner.example'],
    stranger: [],
  });
});

test.each(['test', 'live'])(
  'a live account’s hosts change only after a confirmation, in %s as well, and the team is notified',
  async (environment) => {
    const { merchant, browser } = await logInLive();
    await browser.submit('/environment', { environment });
    await expireStepUpConfirmation(merchant.ownerId);
    for (const form of changes) {
      const late = await browser.submit(path, form);
      expect({ status: late.status, location: late.headers.get('location') }).toEqual({
        status: 307,
        location: `/confirm-it-is-you?${new URLSearchParams({ returnTo: path })}`,
      });
    }
    expect(await hostsOf(merchant)).toEqual(['old.example']);
    await prisma.session.updateMany({
      where: { userId: merchant.ownerId },
      data: { confirmedAt: new Date() },
    });
    for (const form of [...changes, ...changes]) expect((await browser.submit(path, form)).status).toBe(302);
    expect(await hostsOf(merchant)).toEqual(['new.example']);
    const mails = await listMailsToOwner(merchant);
    expect(
      mails.flatMap(({ template, props }) =>
        template === 'credentials-changed' ? [[props.change, props.environment, props.subject]] : [],
      ),
    ).toEqual([['redirect_host_added', 'live', 'new.example']]);
  },
);

test('nobody changes a live account’s hosts without a second factor', async () => {
  const { merchant, browser } = await logInLive();
  await prisma.secondFactor.deleteMany({ where: { userId: merchant.ownerId } });
  for (const page of [path, `${path}?remove=old.example`])
    expect((await readPage(await browser.open(page))).html).toContain('set up a second factor');
  for (const form of changes) expect((await browser.submit(path, form)).headers.get('location')).toBe(path);
  expect(await hostsOf(merchant)).toEqual(['old.example']);
});

test.each([
  ['owner', 200, 302],
  ['developer', 200, 302],
  ['finance', 403, 403],
  ['viewer', 403, 403],
])('members who can rotate secrets can edit the list: %s', async (role, read, changed) => {
  const { merchant, browser } = await logIn(role);
  await addRedirectHost({
    accountId: merchant.accountId,
    hostInput: 'old.example',
    createdBy: merchant.ownerId,
  });
  expect((await browser.open(path)).status).toBe(read);
  expect((await browser.submit(path, { host: 'new.example' })).status).toBe(changed);
  expect((await browser.submit(path, { remove: 'old.example' })).status).toBe(changed);
  expect(await hostsOf(merchant)).toEqual(changed === 302 ? ['new.example'] : ['old.example']);
});

test("a visitor is sent to log in, and another site's form is rejected", async () => {
  for (const response of [
    await openBrowser().open(path),
    await openBrowser().submit(path, { host: 'evil.example' }),
  ])
    expect(response.headers.get('location')).toMatch(/^\/login/);
  const { merchant, browser } = await logIn();
  const forged = await browser.submit(
    path,
    { host: 'evil.example' },
    { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } },
  );
  expect(forged.status).toBe(403);
  expect(await hostsOf(merchant)).toEqual([]);
});
