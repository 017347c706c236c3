import { expect, test } from 'vitest';
import { renderMail, type TemplateProps } from '~/mail/templates';
import { prisma } from '~/platform/database/db.server';
import { generateCode } from '../../../tests/world/identity/authenticator';
import { openBrowser } from '../../../tests/world/browser';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildStaff, staffPassword } from '../../../tests/world/identity/staff';
import { buildPerson, listMailsTo, memberPassword } from '../../../tests/world/identity/team';
import { createEmailLink } from '~/identity/email/email-links';
import { findKnownDevice } from './known-device';
import { logIn } from './login';
import { changePassword } from '~/identity/passwords/password-change';
import { resetPassword } from '~/identity/passwords/password-reset';
import { endSessionById, endOtherSessions } from '~/identity/sessions/session-list';
import { resetAttempts } from './lockout';
import { ownerPrisma } from '../../../tests/world/database-owner';

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const requestWithCookies = (cookies: string[] = []) =>
  new Request('http://localhost:3000/login', {
    method: 'POST',
    headers: { 'user-agent': safari, cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') },
  });

async function logInFrom(
  email: string,
  cookies: string[] = [],
  password = memberPassword,
): Promise<string[]> {
  const outcome = await logIn(requestWithCookies(cookies), { email, password, address: '192.0.2.7' });
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome.cookies;
}

const newDeviceMails = async (email: string) =>
  (await listMailsTo(email)).filter(({ template }) => template === 'new-device');

test('the owner gets an email about a login from a new browser, except the very first and those from known ones', async () => {
  const { email } = await buildPerson();
  const known = await logInFrom(email);
  await logInFrom(email, known);
  expect(await newDeviceMails(email)).toEqual([]);
  await logInFrom(email);
  const [mail] = await newDeviceMails(email);
  expect(mail!.props).toEqual({
    signedInAt: expect.stringMatching(/^\d{4}-/),
    device: 'Safari on iPhone',
    address: '192.0.2.7',
    area: 'portal',
    passwordLink: 'http://localhost:3000/forgot-password',
    sessionsLink: 'http://localhost:3000/security/sessions',
  });
  const { subject, text } = await renderMail('new-device', mail!.props as TemplateProps<'new-device'>);
  expect(subject).toBe('New login to your Tillway account');
  for (const part of [
    'Safari on iPhone, from the IP address 192.0.2.7.',
    'http://localhost:3000/forgot-password',
    'http://localhost:3000/security/sessions',
  ])
    expect(text).toContain(part);
});

test("another person's browser is new", async () => {
  const [{ email: ada }, { email: eve }] = [await buildPerson(), await buildPerson()];
  await logInFrom(ada);
  await logInFrom(ada, await logInFrom(eve));
  expect(await newDeviceMails(ada)).toHaveLength(1);
});

test('many logins in an hour send five emails, and all succeed', async () => {
  const { email, userId } = await buildPerson();
  for (let i = 0; i < 9; i++) await logInFrom(email);
  expect(await newDeviceMails(email)).toHaveLength(4);
  expect(await prisma.session.count({ where: { userId } })).toBe(9);
});

test("a session that can't be created sends no email and records no login", async () => {
  const { email, userId } = await buildPerson();
  await logInFrom(email);
  await ownerPrisma.$executeRawUnsafe(
    `alter table mails add constraint no_new_device check (template <> 'new-device') not valid`,
  );
  await expect(logInFrom(email)).rejects.toThrow();
  await ownerPrisma.$executeRawUnsafe('alter table mails drop constraint no_new_device');
  expect({
    sessionCount: await prisma.session.count({ where: { userId } }),
    auditEntryCount: await prisma.auditEntry.count({ where: { subject: userId, action: 'logged_in' } }),
  }).toEqual({ sessionCount: 1, auditEntryCount: 1 });
});

test('staff get emails too, with links to their own area', async () => {
  const staff = await buildStaff('support');
  const browser = openBrowser();
  await browser.submit('/staff/login', { email: staff.email, password: staffPassword });
  expect(await newDeviceMails(staff.email)).toEqual([]);
  await browser.submit('/staff/login/code', { code: generateCode(staff.secret) });
  expect((await newDeviceMails(staff.email)).map(({ props }) => [props.area, props.sessionsLink])).toEqual([
    ['staff', 'http://localhost:3000/staff/security/sessions'],
  ]);
  expect(
    await prisma.session.findFirst({ where: { userId: staff.userId, method: 'password_and_code' } }),
  ).not.toBeNull();
});

const another = 'eight quiet lighthouses';

const changes: [
  what: string,
  change: (person: { userId: string; email: string }) => Promise<unknown>,
  password?: string,
][] = [
  [
    'a change of the password',
    ({ userId }) => changePassword({ userId, actor: `portal:${userId}` }, another),
    another,
  ],
  [
    'a new password by mail',
    async ({ userId, email }) =>
      resetPassword(await createEmailLink(prisma, { purpose: 'reset', email, userId }), another),
    another,
  ],
  ['the end of all other sessions', ({ userId }) => endOtherSessions('', { userId, area: 'portal' })],
  [
    'the end of one session',
    async ({ userId }) =>
      endSessionById((await prisma.session.findFirstOrThrow({ where: { userId } })).publicId, {
        userId,
        area: 'portal',
        ownId: '',
      }),
  ],
];

test.each(changes)(
  "after %s, no earlier device is known, and their attempts count like everyone's",
  async (_, change, password = memberPassword) => {
    const person = await buildPerson();
    const { email } = person;
    const stolen = await logInFrom(email);
    expect(await findKnownDevice(requestWithCookies(stolen), email)).not.toBeNull();
    await change(person);
    expect(await findKnownDevice(requestWithCookies(stolen), email)).toBeNull();
    const guess = (cookies: string[] = [], guessed = 'wrong') =>
      logIn(requestWithCookies(cookies), { email, password: guessed, address: crypto.randomUUID() });
    for (let i = 0; i < 10; i++) await guess();
    expect(await guess(stolen, password)).toMatchObject({ error: 'too_many_attempts' });
    await resetAttempts('login_account', email);
    const before = (await newDeviceMails(email)).length;
    const known = await logInFrom(email, stolen, password);
    expect(await newDeviceMails(email)).toHaveLength(before + 1);
    expect(await findKnownDevice(requestWithCookies(known), email)).not.toBeNull();
  },
);

test('changing the password or ending other sessions keeps the current device known', async () => {
  const { accountId } = await buildMerchant();
  const person = await buildPerson({ accountId });
  const [own, other] = [openBrowser(), openBrowser()];
  for (const browser of [own, other])
    expect((await browser.submit('/login', { email: person.email, password: memberPassword })).status).toBe(
      302,
    );
  const isKnown = async ({ cookies }: typeof own) =>
    (await findKnownDevice(requestWithCookies([`device=${cookies.get('device')}`]), person.email)) !== null;
  expect((await own.submit('/security/sessions', { others: 'yes' })).status).toBe(302);
  expect({ own: await isKnown(own), other: await isKnown(other) }).toEqual({ own: true, other: false });
  // There is no other device left to forget.
  const before = own.cookies.get('device');
  await own.submit('/security/sessions', { others: 'yes' });
  expect({ device: own.cookies.get('device'), isKnown: await isKnown(own) }).toEqual({
    device: before,
    isKnown: true,
  });
  expect(
    (await own.submit('/security/password', { password: 'seven quiet lighthouses' })).headers.get('location'),
  ).toBe('/security?password');
  expect({ keepsDevice: own.cookies.get('device') === before, isKnown: await isKnown(own) }).toEqual({
    keepsDevice: false,
    isKnown: true,
  });
});
