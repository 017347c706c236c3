import { expect, test } from 'vitest';
import { createEmailLink } from '~/identity/email/email-links';
import { createUser } from '~/identity/users/users';
import { hashPassword } from '~/identity/passwords/passwords';
import { createAccount } from '~/merchants/accounts/accounts';
import { prisma } from '~/platform/database/db.server';
import { unseal } from '~/platform/secrets/secrets.server';
import { openBrowser, readPage } from '../../../tests/world/browser';

const password = 'correct horse battery';
// The same length for all, so that sizes can be compared.
const anEmail = () => `page-${crypto.randomUUID()}@example.com`;
const mailsTo = (recipient: string) =>
  prisma.mail.findMany({ where: { recipient }, orderBy: { id: 'desc' } });
const propsOf = async (recipient: string) =>
  JSON.parse(unseal('mail', (await mailsTo(recipient))[0]!.sealed!)!) as Record<string, string>;

async function someone(): Promise<{ id: string; email: string }> {
  const email = anEmail();
  const id = await createUser(prisma, { email, name: 'Ada', passwordHash: await hashPassword(password) });
  await prisma.$transaction((tx) => createAccount(tx, { name: 'Ada', ownerId: id }));
  return { id, email };
}

test('from the form to the test credentials, which are shown once', async () => {
  const browser = openBrowser();
  const email = anEmail();
  const registered = await browser.submit('/register', {
    name: 'Ada Lovelace',
    email: ` ${email.toUpperCase()} `,
  });
  expect({ status: registered.status, location: registered.headers.get('location') }).toEqual({
    status: 302,
    location: '/register/sent',
  });
  expect((await readPage(await browser.open('/register/sent'))).html).toContain(email);
  const path = new URL((await propsOf(email)).link!).pathname;

  const device = openBrowser();
  for (const method of ['HEAD', 'GET', 'GET'] as const)
    expect((await device.open(path, { method })).status).toBe(200);
  const rejected = await device.submit(path, { password: 'short' });
  const page = await readPage(rejected);
  expect({ status: rejected.status, title: page.title, errors: page.errors }).toEqual({
    status: 422,
    title: 'Error: Choose a password · Tillway',
    errors: ['Choose a password of at least 12 characters'],
  });
  expect(page.html).not.toContain('value="short"');

  const confirmed = await device.submit(path, { password });
  expect({ status: confirmed.status, location: confirmed.headers.get('location') }).toEqual({
    status: 302,
    location: '/welcome',
  });
  expect(confirmed.headers.getSetCookie().every((cookie) => /; HttpOnly; SameSite=Lax/.test(cookie))).toBe(
    true,
  );
  const welcome = await readPage(await device.open('/welcome'));
  expect(welcome.html).toMatch(/sk_test_[\w-]{43}/);
  expect(welcome.html).toContain('TILLWAY_CLIENT_SECRET=sk_test_');
  expect((await readPage(await device.open('/welcome'))).html).not.toContain('sk_test_');

  const used = await openBrowser().submit(path, { password });
  expect({ status: used.status, title: (await readPage(used)).title }).toEqual({
    status: 404,
    title: 'This link no longer works · Tillway',
  });
});

test('two accounts registered with one browser can be found together', async () => {
  const browser = openBrowser();
  for (const name of ['Ada', 'Eve']) {
    const token = await createEmailLink(prisma, { purpose: 'confirm', email: anEmail(), name });
    expect((await browser.submit(`/confirm/${token}`, { password })).status).toBe(302);
  }
  const registered = await prisma.account.findMany({ orderBy: { createdAt: 'desc' }, take: 2 });
  const [second, first] = await Promise.all(
    registered.map(({ id: accountId }) =>
      prisma.accountSearchKey.findMany({ where: { accountId, kind: 'browser' } }),
    ),
  );
  expect(first).toHaveLength(1);
  expect(second!.map(({ key }) => key)).toContain(first![0]!.key);
});

test('used, expired, foreign and invented links show the same page', async () => {
  const email = anEmail();
  const expired = await createEmailLink(prisma, { purpose: 'confirm', email });
  await prisma.emailLink.updateMany({ where: { email }, data: { expiresAt: new Date(0) } });
  const foreign = await createEmailLink(prisma, { purpose: 'reset', email });
  const pages = [];
  for (const token of [expired, foreign, 'invented', `${'x'.repeat(43)}`]) {
    for (const response of [
      await openBrowser().open(`/confirm/${token}`),
      await openBrowser().submit(`/confirm/${token}`, { password }),
    ]) {
      expect(response.status).toBe(404);
      pages.push(withoutChance((await readPage(response)).html).replaceAll(token, 'TOKEN'));
    }
  }
  const [first, second] = pages;
  pages.forEach((page, i) => expect(page).toBe(i % 2 ? second : first));
});

test('all errors of a form are shown at once, and its input is kept', async () => {
  const response = await openBrowser().submit('/register', { name: '', email: 'ada@' });
  const { title, errors, html } = await readPage(response);
  expect(response.status).toBe(422);
  expect(title).toBe('Error: Create your account · Tillway');
  expect(errors).toEqual(['Enter your name', 'Enter an email address like name@example.com']);
  expect(html).toContain('value="ada@"');
  expect(html).toMatch(
    /<input[^>]*name="email"[^>]*aria-invalid="true"[^>]*aria-describedby="email-hint email-error"/,
  );
});

test.each([
  ['name', 'Ada\r\nBcc: eve@example.com'],
  ['name', 'Ada\u2028Lovelace'],
  ['name', '4242 4242 4242 4242'],
  ['email', 'ada@example.com\r\nBcc: eve@example.com'],
  ['email', 'ada@example.com, eve@example.com'],
  ['email', '"ada\n"@example.com'],
])('a %s with other content is rejected: %j', async (field, value) => {
  const response = await openBrowser().submit('/register', { name: 'Ada', email: anEmail(), [field]: value });
  expect(response.status).toBe(422);
});

test('registration, reset and login have the same reply for known and unknown addresses', async () => {
  const { email: known } = await someone();
  const unknown = anEmail();
  for (const [path, fields] of [
    ['/register', { name: 'Ada' }],
    ['/forgot-password', {}],
    ['/login', { password: 'wrong horse battery' }],
  ] as const) {
    const answers = [];
    for (const email of [known, unknown]) {
      await prisma.rateLimit.deleteMany({ where: { key: { startsWith: 'mail_pause' } } });
      const browser = openBrowser();
      const response = await browser.submit(path, { ...fields, email });
      const body = withoutChance(await response.text()).replaceAll(email, 'EMAIL');
      const headers = [...response.headers].map(([name, value]) => [
        name,
        name === 'set-cookie' ? value.replace(/=[^;]+/, `=${/=([^;]*)/.exec(value)![1]!.length}`) : value,
      ]);
      const next =
        response.status === 302
          ? withoutChance(await (await browser.open(response.headers.get('location')!)).text()).replaceAll(
              email,
              'EMAIL',
            )
          : '';
      answers.push({
        status: response.status,
        headers: headers.map(([name, value]) => `${name}: ${withoutChance(value!)}`),
        body,
        next,
      });
    }
    expect(answers[0]).toEqual(answers[1]);
  }
  expect((await mailsTo(known)).map(({ template }) => template).sort()).toEqual([
    'already-registered',
    'reset-password',
  ]);
  expect((await mailsTo(unknown)).map(({ template }) => template).sort()).toEqual([
    'confirm-address',
    'no-account',
  ]);
});

test("an email's links have our host, whatever host a request names", async () => {
  const email = anEmail();
  const response = await openBrowser('http://127.0.0.1:3000').submit(
    '/register',
    { name: 'Ada', email },
    { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' } },
  );
  expect(response.status).toBe(302);
  expect((await propsOf(email)).link).toMatch(/^http:\/\/localhost:3000\/confirm\//);
  expect((await openBrowser('http://evil.example').submit('/register', { name: 'Ada', email })).status).toBe(
    421,
  );
});

test('a second email waits a minute, and the page says how long', async () => {
  const browser = openBrowser();
  const email = anEmail();
  await browser.submit('/register', { name: 'Ada', email });
  const response = await browser.submit('/register/sent', {});
  expect({ status: response.status, retryAfter: Number(response.headers.get('retry-after')) }).toEqual({
    status: 429,
    retryAfter: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 60),
  });
  expect((await readPage(response)).errors[0]).toMatch(/^You can send it again in (\d+ seconds|1 minute)\.$/);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('login returns to the page that required it, and to no other site', async () => {
  const { email } = await someone();
  const requested = await openBrowser().open('/transactions?status=CAPTURED');
  expect({ status: requested.status, location: requested.headers.get('location') }).toEqual({
    status: 302,
    location: '/login?returnTo=%2Ftransactions%3Fstatus%3DCAPTURED',
  });
  const back = async (returnTo: string) =>
    (
      await openBrowser().submit(`/login?${new URLSearchParams({ returnTo })}`, { email, password })
    ).headers.get('location');
  expect(await back('/transactions?status=CAPTURED')).toBe('/transactions?status=CAPTURED');
  expect(await back('//evil.example')).toBe('/');
});

test('after login, the login pages lead to the home page; logout is a POST and ends the session permanently', async () => {
  const { email } = await someone();
  const browser = openBrowser();
  await browser.submit('/login', { email, password });
  for (const path of ['/login', '/register', '/forgot-password'])
    expect((await browser.open(path)).headers.get('location')).toBe('/');
  // Someone who has logged in on another tab meanwhile.
  expect((await browser.open('/login?returnTo=%2Fpayouts')).headers.get('location')).toBe('/payouts');
  const session = browser.cookies.get('session')!;

  expect((await browser.open('/logout')).headers.get('location')).toBe('/');
  expect(browser.cookies.get('session')).toBe(session);
  expect((await browser.submit('/logout', {}, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
    403,
  );
  await browser.submit('/logout', {});
  expect(browser.cookies.has('session')).toBe(false);
  browser.cookies.set('session', session);
  expect((await browser.open('/transactions')).status).toBe(302);
});

test('a new password ends every session and is required at the next login', async () => {
  const { id, email } = await someone();
  const elsewhere = openBrowser();
  await elsewhere.submit('/login', { email, password });
  const path = `/reset-password/${await createEmailLink(prisma, { purpose: 'reset', email, userId: id })}`;
  const changed = await openBrowser().submit(path, { password: 'another horse battery' });
  expect({ status: changed.status, location: changed.headers.get('location') }).toEqual({
    status: 302,
    location: '/login?changed',
  });
  expect((await elsewhere.open('/transactions')).headers.get('location')).toMatch(/^\/login/);
  expect((await openBrowser().submit('/login', { email, password })).status).toBe(422);
  expect((await openBrowser().submit('/login', { email, password: 'another horse battery' })).status).toBe(
    302,
  );
});

test('ten wrong passwords, then a wait that the page and the header show', async () => {
  const email = anEmail();
  for (let i = 0; i < 10; i++)
    expect((await openBrowser().submit('/login', { email, password: 'wrong' })).status).toBe(422);
  const response = await openBrowser().submit('/login', { email, password: 'wrong' });
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(1700);
  expect((await readPage(response)).errors[0]).toContain('30 minutes');
});

/** Removes what is random in every response. */
function withoutChance(text: string): string {
  return text
    .replace(/nonce-[\w+/=]+|nonce="[^"]*"|\bnonce\\?":\\?"[^"\\]*/g, 'NONCE')
    .replace(/req_\w+/g, 'REQUEST');
}
