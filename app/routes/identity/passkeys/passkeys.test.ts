import { expect, test } from 'vitest';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import { prisma } from '~/platform/database/db.server';
import {
  readKeyFromHtml,
  generateCode,
  readRecoveryCodes,
} from '../../../../tests/world/identity/authenticator';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { buildMerchant } from '../../../../tests/world/merchants';
import { addSoftwarePasskey, createSoftwarePasskey } from '../../../../tests/world/identity/software-passkey';
import { buildStaff, staffPassword } from '../../../../tests/world/identity/staff';
import { buildPerson, logInAs, memberPassword } from '../../../../tests/world/identity/team';

type Browser = ReturnType<typeof openBrowser>;
type Requested<Options> = { options: Options; ticket: string };
type Creation = Requested<{ challenge: string; user: { id: string } }>;

const wayOf = (response: Response) => [response.status, response.headers.get('location')];

/** The request for the browser in the page's data. */
function requestedOn(html: string): Requested<{ challenge: string }> {
  const text = (pattern: RegExp) => pattern.exec(html)![1]!;
  return { options: { challenge: text(/\\"([\w-]{43})\\"/) }, ticket: text(/\\"([\w.-]{120,})\\"/) };
}

async function someone() {
  const { accountId } = await buildMerchant({});
  const person = await buildPerson({ accountId, role: 'admin' });
  return { ...person, accountId, browser: await logInAs(person.userId) };
}

async function addOn(
  browser: Browser,
  userId: string,
  path: string,
  fields: Record<string, string>,
  passkey = createSoftwarePasskey(),
) {
  const page = await browser.submit(path, fields);
  expect(page.status).toBe(200);
  const { options, ticket } = requestedOn(await page.text());
  const requested: Creation = {
    options: { ...options, user: { id: Buffer.from(userId).toString('base64url') } },
    ticket,
  };
  return {
    passkey,
    kept: await browser.submit(path, {
      name: fields.name!,
      made: '',
      ticket,
      passkey: passkey.create(requested.options),
    }),
  };
}

async function signInWith(
  browser: Browser,
  passkey: ReturnType<typeof createSoftwarePasskey>,
  path = '/login',
) {
  const { options, ticket } = (await (
    await browser.open(`${path.split('?')[0]}/passkey`)
  ).json()) as Requested<{
    challenge: string;
  }>;
  return browser.submit(path, { ticket, passkey: passkey.sign(options) });
}

test('a passkey is named, created, shown with its recovery codes, and opens the portal by itself', async () => {
  const { userId, browser } = await someone();
  const before = browser.cookies.get('session');
  expect((await readPage(await browser.submit('/security/passkeys/new', { name: '' }))).errors).toEqual([
    'Enter a name',
  ]);
  const { passkey, kept } = await addOn(browser, userId, '/security/passkeys/new', { name: 'My phone' });
  expect(wayOf(kept)).toEqual([302, '/security/recovery-codes']);
  expect(browser.cookies.get('session')).not.toBe(before);
  expect(readRecoveryCodes(await (await browser.open('/security/recovery-codes')).text())).toHaveLength(10);
  expect(await (await browser.open('/security')).text()).toContain('My phone');
  const next = openBrowser();
  expect(wayOf(await signInWith(next, passkey, '/login?returnTo=%2Ftransactions'))).toEqual([
    302,
    '/transactions',
  ]);
  expect((await next.open('/transactions')).status).toBe(200);
});

test('another one requires a confirmation first, by a code or a passkey', async () => {
  const { userId, accountId } = await someone();
  const { passkey, recoveryCodes } = await addSoftwarePasskey(userId);
  const browser = await logInAs(userId);
  const path = '/security/passkeys/new';
  const confirm = `/confirm-it-is-you?${new URLSearchParams({ returnTo: path })}`;
  const confirmWith = async (signer: typeof passkey) => {
    const { options, ticket } = requestedOn(await (await browser.open(confirm)).text());
    return browser.submit(confirm, {
      confirm: 'yes',
      confirm_ticket: ticket,
      confirm_passkey: signer.sign(options),
      confirm_code: '',
    });
  };
  expect({
    onOpen: wayOf(await browser.open(path)),
    onSubmit: wayOf(await browser.submit(path, { name: 'Other' })),
  }).toEqual({ onOpen: [302, confirm], onSubmit: [307, confirm] });
  for (const wrong of [
    { confirm_code: '' },
    { confirm_code: '123456' },
    { confirm_code: 'aaaa-bbbb-cccc' },
    { confirm_password: memberPassword },
  ] as Record<string, string>[])
    expect((await browser.submit(confirm, { confirm: 'yes', ...wrong })).status).toBe(422);
  const eve = await addSoftwarePasskey((await buildPerson({ accountId })).userId);
  expect((await confirmWith(eve.passkey)).status).toBe(422);
  expect((await browser.open(path)).status).toBe(302);
  expect(wayOf(await browser.submit(confirm, { confirm: 'yes', confirm_code: recoveryCodes![0]! }))).toEqual([
    302,
    path,
  ]);
  expect((await addOn(browser, userId, path, { name: 'By code' })).kept.status).toBe(302);
  await expireStepUpConfirmation(userId);
  const before = browser.cookies.get('session');
  expect(wayOf(await confirmWith(passkey))).toEqual([302, path]);
  expect(browser.cookies.get('session')).not.toBe(before);
  expect(await prisma.session.findFirst({ where: { userId } })).toMatchObject({ confirmedWith: 'passkey' });
  const { options, ticket } = requestedOn(await (await browser.submit(path, { name: 'By passkey' })).text());
  const creation = createSoftwarePasskey().create({
    ...options,
    user: { id: Buffer.from(userId).toString('base64url') },
  });
  // One session's offer isn't valid in another.
  const another = await logInAs(userId, { method: 'passkey' });
  expect((await another.submit(path, { name: 'x', made: '', ticket, passkey: creation })).status).toBe(422);
  expect((await addOn(browser, userId, path, { name: 'By passkey' })).kept.status).toBe(302);
  expect((await findSecondFactor(userId))!.passkeys).toBe(3);
});

test('a delayed form passes through the page with its own challenge, and the passkey that confirms is another one', async () => {
  const { userId } = await someone();
  const { passkey } = await addSoftwarePasskey(userId);
  const browser = await logInAs(userId);
  const confirm = '/confirm-it-is-you?returnTo=%2Fsecurity';
  const page = await (
    await browser.submit(confirm, { newCodes: 'yes', ticket: 'mine', passkey: '{}' })
  ).text();
  expect(page).toMatch(/name="ticket" value="mine"/);
  const { options, ticket } = requestedOn(page);
  const confirmed = await browser.submit(confirm, {
    newCodes: 'yes',
    ticket: 'mine',
    passkey: '{}',
    confirm: 'yes',
    confirm_ticket: ticket,
    confirm_passkey: passkey.sign(options),
  });
  expect(wayOf(confirmed)).toEqual([307, '/security']);
  // The response counts once.
  await expireStepUpConfirmation(userId);
  expect(
    (
      await browser.submit(confirm, {
        confirm: 'yes',
        confirm_ticket: ticket,
        confirm_passkey: passkey.sign(options),
      })
    ).status,
  ).toBe(422);
});

test('the passkey comes after the password, and its page reveals nothing before', async () => {
  const { userId, email } = await buildPerson();
  const { passkey, recoveryCodes } = await addSoftwarePasskey(userId);
  expect(wayOf(await openBrowser().open('/login/code'))).toEqual([302, '/login?late=']);
  const unknown = await (await openBrowser().submit('/login', { email, password: 'wrong' })).text();
  expect(unknown).not.toMatch(/second step|allowCredentials/);
  const browser = openBrowser();
  expect(wayOf(await browser.submit('/login', { email, password: memberPassword }))).toEqual([
    302,
    '/login/code',
  ]);
  const page = await (await browser.open('/login/code')).text();
  expect(page).toContain('Use your passkey');
  const { options, ticket } = requestedOn(page);
  expect(
    (await browser.submit('/login/code', { ticket, passkey: createSoftwarePasskey().sign(options) })).status,
  ).toBe(422);
  const fresh = requestedOn(await (await browser.open('/login/code')).text());
  expect(
    wayOf(
      await browser.submit('/login/code', { ticket: fresh.ticket, passkey: passkey.sign(fresh.options) }),
    ),
  ).toEqual([302, '/']);
  const other = openBrowser();
  await other.submit('/login', { email, password: memberPassword });
  expect(wayOf(await other.submit('/login/code', { code: recoveryCodes![0]! }))).toEqual([302, '/']);
});

test('a rejected passkey gets the same reply on both logins, and the password is still required', async () => {
  const { userId } = await buildPerson();
  const { passkey } = await addSoftwarePasskey(userId);
  const nobody = await readPage(await signInWith(openBrowser(), createSoftwarePasskey()));
  const noStaff = await readPage(await signInWith(openBrowser(), passkey, '/staff/login'));
  expect(nobody.errors).toEqual([
    'This passkey wasn’t accepted. It may have been removed, or the time expired. Try again, or use your password.',
  ]);
  expect(noStaff.errors).toEqual(nobody.errors);
  expect(nobody.html).toContain('name="password"');
  for (const passkeyText of ['x', '[]', '{"id":{}}'])
    expect((await openBrowser().submit('/login', { passkey: passkeyText, ticket: 'x' })).status).toBe(422);
});

test('renaming and removing: by the owner, after a confirmation, with a renewed session token', async () => {
  const { userId } = await someone();
  const { passkeyId } = await addSoftwarePasskey(userId);
  const [browser, elsewhere] = [await logInAs(userId, { method: 'passkey' }), await logInAs(userId)];
  const path = `/security/passkeys/${passkeyId}`;
  for (const form of [{ name: 'Eve’s' }, { remove: 'yes' }] as Record<string, string>[])
    expect(wayOf(await elsewhere.submit(path, form))).toEqual([
      307,
      `/confirm-it-is-you?${new URLSearchParams({ returnTo: path })}`,
    ]);
  expect((await browser.submit(path, { name: 'a'.repeat(61) })).status).toBe(422);
  expect(wayOf(await browser.submit(path, { name: 'Phone <b>' }))).toEqual([302, '/security?renamed']);
  expect(await (await browser.open(path)).text()).toContain('Phone &lt;b&gt;');
  await prisma.$executeRaw`update sessions set confirmed_at = confirmed_at - interval '9 minutes' where user_id = ${userId}`;
  const before = browser.cookies.get('session');
  expect(wayOf(await browser.submit(path, { remove: 'yes' }))).toEqual([302, '/security?removed']);
  expect(browser.cookies.get('session')).not.toBe(before);
  expect((await elsewhere.open('/security')).status).toBe(302);
  expect(await (await browser.open('/security?removed')).text()).toContain(
    'Your password alone is now enough to log in.',
  );
  expect((await browser.open(path)).status).toBe(404);
  // A new token isn't a new confirmation.
  const [{ secondsAgo }] = await prisma.$queryRaw<
    [{ secondsAgo: number }]
  >`select extract(epoch from now() - confirmed_at)::float8 as "secondsAgo" from sessions where user_id = ${userId}`;
  expect(secondsAgo).toBeGreaterThan(530);
});

test("staff without a second factor may start with a passkey; with one, the password alone can't add another", async () => {
  const { userId, email } = await buildStaff('support');
  await prisma.secondFactor.deleteMany({ where: { userId } });
  await prisma.recoveryCode.deleteMany({ where: { userId } });
  const browser = openBrowser();
  expect(wayOf(await browser.submit('/staff/login', { email, password: staffPassword }))).toEqual([
    302,
    '/staff/login/second-factor',
  ]);
  const page = await (await browser.open('/staff/login/second-factor')).text();
  const [first, second] = [
    requestedOn(page),
    requestedOn(await (await browser.open('/staff/login/second-factor')).text()),
  ];
  const user = { id: Buffer.from(userId).toString('base64url') };
  expect(
    (await browser.submit('/staff/login/second-factor', { ticket: first.ticket, passkey: '{}' })).status,
  ).toBe(422);
  const half = new Map(browser.cookies);
  expect(
    wayOf(
      await browser.submit('/staff/login/second-factor', {
        ticket: second.ticket,
        passkey: createSoftwarePasskey().create({ ...second.options, user }),
      }),
    ),
  ).toEqual([302, '/staff/security/recovery-codes']);
  expect((await browser.open('/staff/mails')).status).toBe(200);
  const thief = openBrowser();
  for (const [name, value] of half) thief.cookies.set(name, value);
  expect(wayOf(await thief.open('/staff/login/second-factor'))).toEqual([302, '/staff/login/code']);
  expect(
    wayOf(await thief.submit('/staff/login/second-factor', { code: generateCode(readKeyFromHtml(page)) })),
  ).toEqual([302, '/staff/login/code']);
  const path = `/staff/security/passkeys/${(await prisma.passkey.findFirstOrThrow({ where: { userId } })).id}`;
  expect(await (await browser.open(path)).text()).toContain('where one is required');
  expect((await browser.submit(path, { remove: 'yes' })).status).toBe(422);
});

test("a person with passkeys of the other area's host only gets a message, and logs in with a recovery code", async () => {
  const { userId, email, browser: own } = await someone();
  const { recoveryCodes } = await addSoftwarePasskey(userId);
  expect(await (await own.open('/security')).text()).not.toContain('Only in the');
  await prisma.passkey.updateMany({ where: { userId }, data: { area: 'staff' } });
  const browser = openBrowser();
  expect(wayOf(await browser.submit('/login', { email, password: memberPassword }))).toEqual([
    302,
    '/login/code',
  ]);
  const { html } = await readPage(await browser.open('/login/code'));
  expect({
    includesYourPasskeysWorkOnly: html.includes('Your passkeys work only in the staff area'),
    includesUseAPasskey: html.includes('Use a passkey'),
    includesRecoveryCode: html.includes('Recovery code'),
  }).toEqual({ includesYourPasskeysWorkOnly: true, includesUseAPasskey: false, includesRecoveryCode: true });
  expect(wayOf(await browser.submit('/login/code', { code: recoveryCodes![0]! }))).toEqual([302, '/']);
  expect(await (await browser.open('/security')).text()).toContain('Only in the staff area');
});
