import { expect, test } from 'vitest';
import { createAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { hashPassword } from '~/identity/passwords/passwords';
import { setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { enableLiveMode } from '~/merchants/accounts/accounts';
import { requireCheckoutSecret } from '~/merchants/credentials/credentials';
import { listAllowedAddresses } from '~/merchants/credentials/allowed-addresses';
import { rotateApiSecret } from '~/merchants/credentials/api-secrets';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { fetch } from '~/server';
import { rotateEndpointSecret } from '~/webhooks/endpoints/endpoint-secrets';
import { createEndpoint } from '~/webhooks/endpoints/endpoints';
import { buildApiClient } from '../../../../tests/world/api-client';
import { generateCode } from '../../../../tests/world/identity/authenticator';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildEndpoint } from '../../../../tests/world/webhooks';

const password = 'correct horse battery';
const addresses = '/developers/addresses';
const rotatePath = '/developers/signing-secret/rotate';

/** The browser of a logged-in member of a new merchant, with an authenticator app in live. */
async function logIn({ role = 'developer', live = false } = {}) {
  const email = `credentials-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  const { accountId, ownerId: userId } = merchant;
  await prisma.member.updateMany({ where: { userId }, data: { role } });
  const browser = openBrowser();
  await browser.submit('/login', { email, password });
  const key = createAuthenticatorSecret();
  if (live) {
    await enableLiveMode(prisma, { accountId, pciCertified: true });
    await setUpSecondFactor({
      userId,
      actor: `portal:${userId}`,
      secret: key,
      code: generateCode(key, -1),
      replaces: false,
    });
    await browser.submit('/login', { email, password });
    await browser.submit('/login/code', { code: generateCode(key) });
    await browser.submit('/environment', { environment: 'live' });
  }
  expect((await browser.open('/developers')).status).toBe(role === 'viewer' ? 302 : 200);
  const mails = () => prisma.mail.count({ where: { recipient: email, template: 'credentials-changed' } });
  const audited = (action: string) => prisma.auditEntry.findMany({ where: { accountId, action } });
  return { merchant, browser, email, mails, audited };
}

const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const revokePath = (id: string) => `/developers/secrets/${id}/revoke`;

/** An API request as the server receives it, from an address. */
function callFrom(remoteAddress: string, path: string, init: RequestInit) {
  return fetch(
    new Request(`http://localhost:3000/test/api${path}`, {
      ...init,
      headers: { host: 'localhost:3000', 'content-type': 'application/json', ...(init.headers as object) },
    }),
    { incoming: { socket: { remoteAddress } } } as never,
  );
}

test('a secret is rotated with an overlap, its expiration is shown, and the old secret is revoked early', async () => {
  const { merchant, browser, mails } = await logIn();
  expect((await browser.submit('/developers', { environment: 'test', overlap: '24' })).status).toBe(302);
  expect(await mails()).toBe(1);
  const rotated = textOf((await readPage(await browser.open('/developers'))).html);
  for (const part of [
    `…${merchant.clientSecret.slice(-4)}`,
    'Ending',
    'by Owner of',
    'Revoke now',
    'Rotate the secret',
  ])
    expect(rotated).toContain(part);
  expect(rotated).toMatch(/ in (24 h|23 h 59 min) /);
  const page = textOf((await readPage(await browser.open(revokePath(merchant.secretId)))).html);
  expect(page).toContain('Revoke this client secret?');
  expect(page).not.toContain('your only active secret');
  for (let i = 0; i < 2; i++)
    expect((await browser.submit(revokePath(merchant.secretId), {})).headers.get('location')).toBe(
      '/developers?revoked',
    );
  expect(await mails()).toBe(2);
  expect(textOf((await readPage(await browser.open('/developers?revoked'))).html)).toContain(
    'Secret revoked',
  );
  expect(await prisma.apiSecret.count({ where: { accountId: merchant.accountId, endsAt: null } })).toBe(1);
});

test('a secret is created once per form, and never replaces one that its page did not list', async () => {
  const { merchant, browser, audited } = await logIn({ live: true });
  const where = { accountId: merchant.accountId, environment: 'live' as const };
  await prisma.apiSecret.deleteMany({ where });
  const readCreationForm = (html: string) =>
    Object.fromEntries(
      [
        ...html.matchAll(
          /<input type="hidden" name="(environment|token|seen|overlap)"(?: value="([^"]*)")?/g,
        ),
      ].map(([, name, value = '']) => [name!, value]),
    );
  const openForm = async () => readCreationForm((await readPage(await browser.open('/developers'))).html);
  const readNewSecret = async (response: Response) => {
    expect(response.headers.get('location')).toBe('/developers');
    return /sk_live_[\w-]{43}/.exec((await readPage(await browser.open('/developers'))).html)?.[0];
  };
  const [first, outdated] = [await openForm(), await openForm()];
  expect(first).toMatchObject({ environment: 'live', seen: '', overlap: '0' });
  const created = await readNewSecret(await browser.submit('/developers', first));
  expect(created).toBeDefined();
  expect(await readNewSecret(await browser.submit('/developers', first))).toBe(created);
  expect(await prisma.apiSecret.count({ where })).toBe(1);

  const rejected = await browser.submit('/developers', outdated);
  const { html, errors } = await readPage(rejected);
  expect({ status: rejected.status, errors }).toEqual({
    status: 409,
    errors: [expect.stringContaining('A secret was created after you opened this page')],
  });
  expect(await prisma.apiSecret.findMany({ where })).toMatchObject([{ endsAt: null }]);

  const current = { ...readCreationForm(html), overlap: '24' };
  const second = await readNewSecret(await browser.submit('/developers', current));
  expect(second).not.toBe(created);
  expect(await readNewSecret(await browser.submit('/developers', current))).toBe(second);
  expect(await prisma.apiSecret.count({ where })).toBe(2);
  expect(await audited('secret_created')).toHaveLength(2);
  await prisma.apiSecret.updateMany({ where, data: { createdAt: new Date(Date.now() - 61_000) } });
  expect((await browser.submit('/developers', current)).status).toBe(409);
  await prisma.apiSecret.updateMany({ where, data: { endsAt: new Date() } });
  expect((await browser.submit('/developers', current)).status).toBe(409);
});

test("every developer page is below the same navigation, with the pages' names", async () => {
  const { merchant, browser } = await logIn();
  const endpoint = await buildEndpoint('https://localhost/x', { merchant });
  const placesOn = async (path: string) => {
    const { html, title } = await readPage(await browser.open(path));
    const [, nav = ''] = /<nav aria-label="Developers"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
    return {
      title,
      links: [...nav.matchAll(/href="([^"]+)"/g)].map(([, to]) => to!),
      current: /aria-current="page"[^>]*>([^<]*)</.exec(nav)?.[1],
    };
  };
  const { links } = await placesOn('/developers');
  expect(links).toHaveLength(8);
  for (const path of links) {
    const { title, current } = await placesOn(path);
    expect({ path, title }).toEqual({ path, title: `${current} · Tillway` });
  }
  const hook = `/developers/webhooks/${endpoint.id}`;
  const below = {
    [revokePath(merchant.secretId)]: 'API credentials',
    [addresses]: 'API credentials',
    [rotatePath]: 'Checkout signing secret',
    ...Object.fromEntries(['', '/edit', '/secret', '/delete'].map((end) => [hook + end, 'Webhooks'])),
    '/developers/webhooks/new': 'Webhooks',
  };
  for (const [path, current] of Object.entries(below))
    expect({ path, placesOn: await placesOn(path) }).toMatchObject({ path, placesOn: { links, current } });
});

test('the last secret is marked as the last', async () => {
  const { merchant, browser } = await logIn();
  expect(textOf((await readPage(await browser.open(revokePath(merchant.secretId)))).html)).toContain(
    'This is your only active secret',
  );
});

test("another merchant's or environment's secret, and an invalid one, are not found", async () => {
  const [{ browser }, other] = [await logIn(), await buildMerchant()];
  for (const id of [other.secretId, createId('key'), 'key_', '%00', '..']) {
    expect((await browser.open(revokePath(id))).status).toBe(404);
    expect((await browser.submit(revokePath(id), {})).status).toBe(404);
  }
  expect(await prisma.apiSecret.findUnique({ where: { id: other.secretId } })).toMatchObject({
    endsAt: null,
  });
});

test('in live, every change requires a confirmation in the last ten minutes', async () => {
  const { merchant, browser } = await logIn({ live: true });
  const where = { accountId: merchant.accountId, environment: 'live' as const };
  const made = await rotateApiSecret({ ...where, createdBy: merchant.ownerId, overlapHours: 0 });
  const secretId = (made as { secretId: string }).secretId;
  const hook = { ...where, id: createId('hook') };
  await createEndpoint({
    ...hook,
    accepted: { url: 'https://shop.example/', description: '', events: [] },
    by: merchant.ownerId,
    notifyOwner: async () => {},
  });
  const hookPage = `/developers/webhooks/${hook.id}/secret`;
  const signing = await requireCheckoutSecret(where);
  const { createdAt } = await prisma.checkoutSecret.findUniqueOrThrow({
    where: { accountId_environment: where },
  });
  const forms: Record<string, Record<string, string>> = {
    [revokePath(secretId)]: {},
    [addresses]: { environment: 'live', addresses: '203.0.113.7', anyway: browser.address },
    [rotatePath]: { environment: 'live', since: createdAt.toISOString() },
    '/developers/signing-secret': {},
    '/developers': { environment: 'live', overlap: '168' },
    [hookPage]: { from: '1', overlap: '0' },
  };
  await expireStepUpConfirmation(merchant.ownerId);
  for (const [path, form] of Object.entries(forms)) {
    const sent = await browser.submit(path, form);
    expect({ path, status: sent.status, location: sent.headers.get('location') }).toEqual({
      path,
      status: 307,
      location: `/confirm-it-is-you?${new URLSearchParams({ returnTo: path })}`,
    });
    // The list of secrets needs no confirmation. Only its form does.
    expect({ path, status: (await browser.open(path)).status }).toEqual({
      path,
      status: path === '/developers' ? 200 : 302,
    });
  }
  const versionOf = async () =>
    (await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: hook.id } })).secretVersion;
  expect(await prisma.apiSecret.findMany({ where })).toMatchObject([{ id: secretId, endsAt: null }]);
  expect({
    allowedAddresses: await listAllowedAddresses(where),
    signingSecret: await requireCheckoutSecret(where),
    version: await versionOf(),
  }).toEqual({ allowedAddresses: [], signingSecret: signing, version: 1 });

  await prisma.session.updateMany({ where: { userId: merchant.ownerId }, data: { confirmedAt: new Date() } });
  for (const [path, form] of Object.entries(forms))
    expect({ path, isAccepted: (await browser.submit(path, form)).status < 400 }).toEqual({
      path,
      isAccepted: true,
    });
  expect((await prisma.apiSecret.findUnique({ where: { id: secretId } }))!.endsAt).not.toBeNull();
  expect({
    allowedAddresses: await listAllowedAddresses(where),
    keepsSigningSecret: (await requireCheckoutSecret(where)) === signing,
    version: await versionOf(),
  }).toEqual({ allowedAddresses: ['203.0.113.7'], keepsSigningSecret: false, version: 2 });
});

test('in live, nobody rotates a webhook secret without a second factor', async () => {
  const { merchant, browser } = await logIn({ live: true });
  const key = { accountId: merchant.accountId, environment: 'live' as const, id: createId('hook') };
  await createEndpoint({
    ...key,
    accepted: { url: 'https://shop.example/', description: '', events: [] },
    by: merchant.ownerId,
    notifyOwner: async () => {},
  });
  await prisma.secondFactor.deleteMany({ where: { userId: merchant.ownerId } });
  const page = `/developers/webhooks/${key.id}/secret`;
  expect((await readPage(await browser.open(page))).html).toContain('set up a second factor');
  expect((await browser.submit(page, { from: '1', overlap: '0' })).headers.get('location')).toBe(page);
  expect(await prisma.webhookEndpoint.findUnique({ where: { id: key.id } })).toMatchObject({
    secretVersion: 1,
  });
});

test('a third signing secret is rejected', async () => {
  const { merchant, browser } = await logIn({ live: true });
  const key = { accountId: merchant.accountId, environment: 'live' as const, id: createId('hook') };
  await createEndpoint({
    ...key,
    accepted: { url: 'https://shop.example/', description: '', events: [] },
    by: merchant.ownerId,
    notifyOwner: async () => {},
  });
  await rotateEndpointSecret({
    ...key,
    by: merchant.ownerId,
    overlapHours: 24,
    fromVersion: 1,
    notifyOwner: async () => {},
  });
  const page = `/developers/webhooks/${key.id}/secret`;
  expect((await browser.submit(page, { from: '2', overlap: '24' })).status).toBe(409);
  expect((await browser.submit(page, { from: '2', overlap: '0' })).status).toBe(302);
});

test('two clicks rotate the signing secret once, and one email is sent', async () => {
  const { merchant, browser, mails, audited } = await logIn();
  const where = { accountId: merchant.accountId, environment: 'test' as const };
  const before = await requireCheckoutSecret(where);
  const { html } = await readPage(await browser.open(rotatePath));
  expect(textOf(html)).toContain('The old secret stops working immediately');
  const since = /name="since" value="([^"]+)"/.exec(html)![1]!;
  expect((await browser.submit(rotatePath, { environment: 'test', since })).headers.get('location')).toBe(
    '/developers/signing-secret?rotated',
  );
  const after = await requireCheckoutSecret(where);
  expect(after).not.toBe(before);
  await browser.submit(rotatePath, { environment: 'test', since });
  for (const wrong of [
    {},
    { environment: 'live', since },
    ...[
      'x',
      '-000001-01-01T00:00:00.000Z',
      '+275760-09-13T00:00:00.000Z',
      '1999-12-31T23:59:59.999Z',
      '2101-01-01T00:00:00.000Z',
      '2026',
    ].map((text) => ({ environment: 'test', since: text })),
  ])
    expect((await browser.submit(rotatePath, wrong as Record<string, string>)).status).toBe(302);
  expect(await requireCheckoutSecret(where)).toBe(after);
  expect({ mails: await mails(), auditEntries: await audited('signing_secret_rotated') }).toMatchObject({
    mails: 1,
    auditEntries: [{ details: { environment: 'test' } }],
  });
  expect((await readPage(await browser.open('/developers/signing-secret?rotated'))).html).toContain(after);
});

test('a list of IP addresses warns about whom it excludes, and then applies', async () => {
  const { merchant, browser, mails, audited } = await logIn();
  const where = { accountId: merchant.accountId, environment: 'test' as const };
  await prisma.apiSecret.update({ where: { id: merchant.secretId }, data: { lastAddress: '198.51.100.9' } });
  const save = (input: string, more = {}) =>
    browser.submit(addresses, { environment: 'test', addresses: input, ...more });
  const readConfirmation = (html: string) => {
    const [field = ''] = /<input[^>]*name="anyway"[^>]*>/.exec(html) ?? [];
    return { value: /value="([^"]*)"/.exec(field)?.[1], isChecked: field.includes('checked=""') };
  };
  expect((await readPage(await save('203.0.113.0/24\nnowhere'))).errors).toEqual([
    expect.stringContaining('“nowhere” isn’t a valid address'),
  ]);
  const warned = await readPage(await save('203.0.113.0/24'));
  expect(warned.errors).toEqual([
    expect.stringMatching(
      /198\.51\.100\.9, where a secret was last used; and 2001:db8:.*, your current address/,
    ),
  ]);
  expect(warned.html).toContain('203.0.113.0/24</textarea>');
  expect(await listAllowedAddresses(where)).toEqual([]);
  const bothAddresses = `198.51.100.9 ${browser.address}`;
  expect(warned.html).toContain(`Save the list anyway, and block 198.51.100.9, ${browser.address}`);
  expect(readConfirmation(warned.html)).toEqual({ value: bothAddresses, isChecked: false });
  // A confirmation covers only the addresses that it named.
  const repeated = await readPage(await save('203.0.113.0/24', { anyway: browser.address }));
  expect(repeated.errors).toEqual([expect.stringContaining('198.51.100.9')]);
  expect(readConfirmation(repeated.html)).toEqual({ value: bothAddresses, isChecked: false });
  const wrong = await readPage(await save('nowhere', { anyway: bothAddresses }));
  expect(readConfirmation(wrong.html)).toEqual({ value: bothAddresses, isChecked: true });
  expect((await save('203.0.113.0/24', { anyway: bothAddresses })).headers.get('location')).toBe(
    `${addresses}?saved`,
  );
  await save('203.0.113.0/24', { anyway: bothAddresses });
  expect(await listAllowedAddresses(where)).toEqual(['203.0.113.0/24']);
  expect({ mails: await mails(), auditEntries: await audited('allowed_addresses_changed') }).toMatchObject({
    mails: 1,
    auditEntries: [{ before: { addresses: '' }, after: { addresses: '203.0.113.0/24' } }],
  });
  expect((await save('198.51.100.9\n2001:db8::/32', { seen: '203.0.113.0/24' })).status).toBe(302);
  expect((await save('', { seen: '2001:db8::/32 198.51.100.9' })).status).toBe(302);
  expect(await listAllowedAddresses(where)).toEqual([]);
  expect(
    (
      await browser.submit(addresses, {
        environment: 'live',
        addresses: '203.0.113.7',
        anyway: browser.address,
      })
    ).headers.get('location'),
  ).toBe(addresses);
  expect(await prisma.allowedAddress.count({ where: { accountId: merchant.accountId } })).toBe(0);
});

test("an outdated page doesn't replace a colleague's list", async () => {
  const { merchant, browser, mails, audited } = await logIn();
  const list = () => listAllowedAddresses({ accountId: merchant.accountId, environment: 'test' });
  const seenIn = (html: string) => /name="seen" value="([^"]*)"/.exec(html)![1]!;
  const seen = seenIn((await readPage(await browser.open(addresses))).html);
  const save = (input: string, before: string) =>
    browser.submit(addresses, {
      environment: 'test',
      addresses: input,
      anyway: browser.address,
      seen: before,
    });
  expect((await save('203.0.113.0/24\n192.0.2.1', seen)).status).toBe(302);

  const rejected = await save('198.51.100.9', seen);
  const { html, errors } = await readPage(rejected);
  expect({ status: rejected.status, errors }).toEqual({
    status: 422,
    errors: [
      expect.stringMatching(
        /Someone else changed the list .* It now contains (203\.0\.113\.0\/24, 192\.0\.2\.1|192\.0\.2\.1, 203\.0\.113\.0\/24)\./,
      ),
    ],
  });
  expect(html).toContain('198.51.100.9</textarea>');
  expect({
    addresses: (await list()).sort(),
    mails: await mails(),
    auditEntryCount: (await audited('allowed_addresses_changed')).length,
  }).toEqual({ addresses: ['192.0.2.1', '203.0.113.0/24'], mails: 1, auditEntryCount: 1 });
  // After another error, it's still the page of a person who hasn't seen a newer list.
  expect(seenIn((await readPage(await save('nowhere', seen))).html)).toBe(seen);

  expect((await save('198.51.100.9', seenIn(html))).status).toBe(302);
  expect(await list()).toEqual(['198.51.100.9']);
  expect((await readPage(await save('', seen))).errors[0]).toContain('It now contains 198.51.100.9');
});

test('the API rejects a secret and a token from an unlisted address', async () => {
  const { merchant, browser } = await logIn();
  const client = await buildApiClient(merchant);
  const body = JSON.stringify({ client_id: merchant.clientId, client_secret: merchant.clientSecret });
  const statusFrom = async (address: string) => {
    const token = await callFrom(address, '/auth/token', { method: 'POST', body });
    const call = await callFrom(address, '/transactions/trx_1', {
      headers: { authorization: `Bearer ${client.token}` },
    });
    return [
      token.status,
      ((await token.json()) as { code?: string }).code,
      call.status,
      ((await call.json()) as { code?: string }).code,
    ];
  };
  expect(await statusFrom('198.51.100.1')).toEqual([200, undefined, 404, 'not_found']);
  await browser.submit(addresses, {
    environment: 'test',
    addresses: '203.0.113.0/24',
    anyway: `198.51.100.1 ${browser.address}`,
  });
  expect(await statusFrom('198.51.100.1')).toEqual([403, 'address_not_allowed', 403, 'address_not_allowed']);
  expect(await statusFrom('203.0.113.9')).toEqual([200, undefined, 404, 'not_found']);
  expect(await statusFrom('::ffff:203.0.113.9')).toEqual([200, undefined, 404, 'not_found']);
  // The reply matches the published description.
  expect((await client.get('/transactions/trx_1')).json.code).toBe('address_not_allowed');
});

test('test cards are found by what they do, by brand and by digits', async () => {
  const { browser } = await logIn({ role: 'viewer' });
  const find = async (search: string) =>
    textOf(
      (await readPage(await browser.open(`/developers/test-cards?${new URLSearchParams({ search })}`))).html,
    );
  expect(await find('')).toContain('4242 4242 4242 4242');
  expect(await find('4242-4242')).toContain('4242 4242 4242 4242');
  expect(await find('0259')).not.toContain('4242 4242 4242 4242');
  expect(await find('visa approved')).not.toContain('American Express');
  expect(await find('\0zzz')).toContain('No results');
});

test.each([
  ['developer', 200],
  ['viewer', 403],
  ['finance', 403],
])('who may change credentials: %s', async (role, status) => {
  const email = `who-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const browser = openBrowser();
  await browser.submit('/login', { email, password });
  const pages = [revokePath(merchant.secretId), addresses, rotatePath, '/developers/signing-secret'];
  for (const page of pages) {
    expect((await browser.open(page)).status).toBe(status);
    if (status === 403)
      expect(
        (
          await browser.submit(page, {
            environment: 'test',
            addresses: '203.0.113.7',
            anyway: browser.address,
          })
        ).status,
      ).toBe(403);
    expect((await openBrowser().open(page)).headers.get('location')).toMatch(/^\/login/);
  }
  expect((await openBrowser().open('/developers/test-cards')).headers.get('location')).toMatch(/^\/login/);
});
