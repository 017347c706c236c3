import { expect, test } from 'vitest';
import { inviteMember, listMemberInvitations } from '~/merchants/team/invitations';
import { listTeam } from '~/merchants/team/team';
import { memberPermissionLabels } from '~/merchants/team/role-labels';
import { prisma } from '~/platform/database/db.server';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { buildMerchant } from '../../../../tests/world/merchants';
import {
  buildPerson,
  readInvitationToken,
  logInAs,
  memberPassword,
} from '../../../../tests/world/identity/team';
import type { MemberRole } from '~/merchants/team/members';

const password = 'seven quiet lighthouses';
const anEmail = () => `guest-${crypto.randomUUID()}@example.com`;

async function buildOwner() {
  const merchant = await buildMerchant({ name: `Shop ${crypto.randomUUID()}` });
  return { ...merchant, browser: await logInAs(merchant.ownerId) };
}

const roleOf = async (accountId: string, email: string) =>
  (await listTeam(accountId)).find((member) => member.email === email)?.role ?? null;

test("a new person is invited, joins by the email's link, gets another role and is removed, by plain forms", async () => {
  const { accountId, browser } = await buildOwner();
  const email = anEmail();
  const sent = await browser.submit('/team', { email: ` ${email.toUpperCase()} `, role: 'finance' });
  expect({ status: sent.status, location: sent.headers.get('location') }).toEqual({
    status: 302,
    location: '/team?invited',
  });
  expect((await readPage(await browser.open('/team?invited'))).html).toContain(email);

  const guest = openBrowser();
  const link = `/invitation/${await readInvitationToken(email)}`;
  for (let inSupportSession = 0; inSupportSession < 2; inSupportSession++)
    expect((await guest.open(link)).status).toBe(200);
  const rejected = await guest.submit(link, { name: '', password: 'short' });
  expect({ status: rejected.status, errorCount: (await readPage(rejected)).errors.length }).toEqual({
    status: 422,
    errorCount: 1,
  });
  const joined = await guest.submit(link, { name: 'Noor Kelp', password });
  expect({ status: joined.status, location: joined.headers.get('location') }).toEqual({
    status: 302,
    location: '/',
  });
  expect((await readPage(await guest.open('/'))).html).toContain('Hello, Noor Kelp');
  expect((await guest.open(link)).status).toBe(404);

  const { userId } = await prisma.member.findFirstOrThrow({ where: { accountId, user: { email } } });
  const page = `/team/members/${userId}`;
  expect((await guest.open('/developers/redirect-hosts')).status).toBe(403);
  expect((await browser.submit(page, { role: 'finance' })).headers.get('location')).toBe('/team?unchanged');
  expect((await browser.submit(page, { role: 'developer' })).headers.get('location')).toBe('/team?changed');
  expect((await readPage(await browser.open('/team?changed'))).html).toContain('They were logged out.');
  expect((await readPage(await browser.open(page))).html).toContain('A new role logs them out.');
  // The new role applies from their next login on.
  expect((await guest.open('/developers/redirect-hosts')).headers.get('location')).toMatch(/^\/login\?ended/);
  expect((await guest.submit('/login', { email, password })).status).toBe(302);
  expect((await guest.open('/developers/redirect-hosts')).status).toBe(200);
  const hasButton = async (path: string) =>
    (await readPage(await browser.open(path))).html.includes('name="remove"');
  expect({ before: await hasButton(page), confirming: await hasButton(`${page}?remove`) }).toEqual({
    before: false,
    confirming: true,
  });
  expect((await browser.submit(page, { remove: 'yes' })).headers.get('location')).toBe('/team?removed');
  expect((await guest.open('/')).headers.get('location')).toMatch(/^\/login/);
  expect((await browser.open(page)).status).toBe(404);
});

test('a person who changes their own role continues with the new one', async () => {
  const { accountId } = await buildMerchant();
  const { userId } = await buildPerson({ accountId, role: 'admin' });
  const [browser, other] = [await logInAs(userId), await logInAs(userId)];
  expect((await browser.submit(`/team/members/${userId}`, { role: 'viewer' })).headers.get('location')).toBe(
    '/team?changed_own',
  );
  expect((await readPage(await browser.open('/team?changed_own'))).html).toContain(
    'You were logged out on your other devices',
  );
  expect((await browser.open('/audit-log')).status).toBe(403);
  expect((await other.open('/team')).headers.get('location')).toMatch(/^\/login\?ended/);
});

test('a person with a login is shown it, joins with it, and switches between their accounts', async () => {
  const [own, other] = [await buildOwner(), await buildOwner()];
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: own.ownerId } });
  await inviteMember({
    accountId: other.accountId,
    email,
    role: 'viewer',
    by: other.ownerId,
    address: '10.2.0.1',
  });
  const link = `/invitation/${await readInvitationToken(email)}`;
  const { html } = await readPage(await openBrowser().open(link));
  expect(html).toContain('Log in to join');
  expect(html).not.toContain('name="password"');
  expect((await readPage(await other.browser.open(link))).html).toContain('Log out, then open the link');
  expect((await other.browser.submit(link, {})).headers.get('location')).toBe(link);
  expect((await openBrowser().submit(link, { name: 'Eve', password })).headers.get('location')).toBe(link);

  const { browser } = own;
  const nameOf = async ({ accountId }: { accountId: string }) =>
    (await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).name;
  expect((await browser.submit(link, {})).headers.get('location')).toBe('/');
  const there = (await readPage(await browser.open('/team'))).html;
  expect(there).toContain(await nameOf(other));
  expect(there).toContain('href="/accounts"');
  expect((await browser.open('/application')).status).toBe(403);
  expect((await browser.submit('/accounts', { account: own.accountId })).headers.get('location')).toBe('/');
  expect((await browser.open('/application')).status).toBe(200);
});

test("an account that the person doesn't belong to can't be chosen, not even by cookie", async () => {
  const [own, other] = [await buildOwner(), await buildOwner()];
  for (const account of [other.accountId, 'acc_000000000000000000000000000000000000', 'acc_\0', ''])
    expect((await own.browser.submit('/accounts', { account })).status).toBe(404);
  own.browser.cookies.set('account', `${own.ownerId}.${other.accountId}`);
  for (const response of [
    await own.browser.open('/'),
    await own.browser.open('/team'),
    await own.browser.submit('/developers/redirect-hosts', { host: 'a.example' }),
  ])
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 302,
      location: '/accounts',
    });
  expect((await readPage(await own.browser.open('/accounts'))).html).toContain('You’re no longer a member');
  // Nothing of another person's selection in the same browser remains.
  own.browser.cookies.set('account', `${other.ownerId}.${other.accountId}`);
  expect((await own.browser.open('/')).status).toBe(200);
});

test('a person who leaves sees their other accounts, and forms of other windows reach none', async () => {
  const { accountId } = await buildMerchant();
  const { userId } = await buildPerson({ accountId, role: 'admin' });
  const second = await buildMerchant();
  await prisma.member.create({ data: { accountId: second.accountId, userId, role: 'admin' } });
  const browser = await logInAs(userId);
  expect((await browser.submit('/team/leave', {})).headers.get('location')).toBe('/accounts?left');
  expect(
    (await browser.submit('/developers/redirect-hosts', { host: 'a.example' })).headers.get('location'),
  ).toBe('/accounts');
  expect(await prisma.redirectHost.count({ where: { accountId: second.accountId } })).toBe(0);
  await browser.submit('/accounts', { account: second.accountId });
  expect((await browser.open('/team')).status).toBe(200);
  await prisma.member.deleteMany({ where: { userId } });
  expect((await browser.open('/')).headers.get('location')).toBe('/accounts');
  expect((await readPage(await browser.open('/accounts'))).html).toContain('You’re not on any team');
});

test.each<[MemberRole, boolean]>([
  ['owner', true],
  ['admin', true],
  ['developer', false],
  ['finance', false],
  ['viewer', false],
])('everyone sees the team, and members who can change it see how: %s', async (role, manages) => {
  const { accountId, ownerId } = await buildMerchant();
  const guest = await buildPerson({ accountId, role: 'viewer', name: 'Robin Kelp' });
  const browser = await logInAs((await buildPerson({ accountId, role })).userId);
  await inviteMember({
    accountId,
    email: 'waiting@example.com',
    role: 'viewer',
    by: ownerId,
    address: `10.2.1.${role.length}`,
  }).then(() => prisma.rateLimit.deleteMany({ where: { key: { startsWith: 'mail_' } } }));
  const { html } = await readPage(await browser.open('/team'));
  expect(html).toContain('Robin Kelp');
  for (const text of Object.values(memberPermissionLabels)) expect(html).toContain(text);
  expect({
    canInvite: html.includes('Send invitation'),
    canChangeRole: html.includes(`href="/team/members/${guest.userId}"`),
    seesInvitations: html.includes('waiting@example.com'),
  }).toEqual({ canInvite: manages, canChangeRole: manages, seesInvitations: manages });
  expect(html.includes(`href="/team/members/${ownerId}"`)).toBe(role === 'owner');
  const { id } = (await listMemberInvitations(accountId))[0]!;
  expect((await browser.open(`/team/members/${guest.userId}`)).status).toBe(manages ? 200 : 403);
  expect((await browser.open(`/team/invitations/${id}`)).status).toBe(manages ? 200 : 403);
  expect((await browser.submit(`/team/members/${guest.userId}`, { role: 'finance' })).status).toBe(
    manages ? 302 : 403,
  );
  expect(await roleOf(accountId, guest.email)).toBe(manages ? 'finance' : 'viewer');
  expect((await browser.submit(`/team/invitations/${id}`, { do: 'withdraw' })).status).toBe(
    manages ? 302 : 403,
  );
  expect(await listMemberInvitations(accountId)).toHaveLength(manages ? 0 : 1);
});

test('a denied page names the missing permission and who can grant it, to team members only', async () => {
  const { accountId } = await buildMerchant({ name: 'Harbour' });
  await buildPerson({ accountId, role: 'admin', name: 'Ada Granting' });
  const browser = await logInAs((await buildPerson({ accountId, role: 'finance' })).userId);
  const page = await browser.open('/developers/redirect-hosts');
  const { html } = await readPage(page);
  expect(page.status).toBe(403);
  for (const text of [
    'You can’t open this page',
    memberPermissionLabels.credentials_manage,
    'Finance',
    'Ada Granting',
    'Owner of Harbour',
  ])
    expect(html).toContain(text);
  for (const path of ['/developers.data', '/audit-log.csv', '/audit-log.csv.data'])
    expect({ path, status: (await browser.open(path)).status }).toEqual({ path, status: 403 });
  const stranger = await logInAs((await buildPerson()).userId);
  const answer = await stranger.open('/developers/redirect-hosts');
  expect({
    status: answer.status,
    includesAdaGranting: (await answer.text()).includes('Ada Granting'),
  }).toEqual({ status: 302, includesAdaGranting: false });
});

test.each([
  [{ email: 'not an address', role: 'finance' }, 'Enter an email address'],
  [{ email: '', role: 'finance' }, 'Enter the email address of the person you want to invite'],
  [{ email: 'a@example.com' }, 'Choose a role'],
  [{ email: 'a@example.com', role: 'god' }, 'Choose a role'],
  [{ email: 'a\u0001@example.com', role: 'viewer' }, 'Enter an email address'],
])('the invitation %j is rejected at its field, with the input kept', async (fields, reason) => {
  const { accountId, browser } = await buildOwner();
  const response = await browser.submit('/team', fields as unknown as Record<string, string>);
  const { title, errors } = await readPage(response);
  expect({ status: response.status, titleIsError: title.startsWith('Error: Team') }).toEqual({
    status: 422,
    titleIsError: true,
  });
  expect(errors.join()).toContain(reason);
  expect(await listMemberInvitations(accountId)).toEqual([]);
});

test("the last owner learns why they can't leave", async () => {
  const { accountId, ownerId, browser } = await buildOwner();
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
  const { html } = await readPage(await browser.open('/team/leave'));
  expect(html).toContain('You’re its only owner');
  expect(html).not.toContain('>Leave the team<');
  for (const [path, fields] of [
    ['/team/leave', {}],
    [`/team/members/${ownerId}`, { role: 'viewer' }],
    [`/team/members/${ownerId}`, { remove: 'yes' }],
  ] as const) {
    const response = await browser.submit(path, fields);
    expect({ status: response.status, errors: (await readPage(response)).errors }).toEqual({
      status: 422,
      errors: ['An account needs at least one owner. Make someone else an owner first.'],
    });
  }
  expect(await roleOf(accountId, email)).toBe('owner');
});

test.each([
  'inv_1',
  'inv_000000000000000000000000000000000000',
  '%00',
  'x%00y',
  '..%2f',
  'usr_000000000000000000000000000000000000',
])('%s is neither a member nor an invitation', async (id) => {
  const { browser } = await buildOwner();
  for (const path of [`/team/members/${id}`, `/team/invitations/${id}`])
    expect({
      openStatus: (await browser.open(path)).status,
      changeStatus: (await browser.submit(path, { role: 'admin' })).status,
      withdrawStatus: (await browser.submit(path, { do: 'withdraw' })).status,
    }).toEqual({
      openStatus: 404,
      changeStatus: 404,
      withdrawStatus: path.includes('members') ? expect.any(Number) : 404,
    });
});

test('an invalid link shows a plain page', async () => {
  const { email } = await buildPerson();
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password: memberPassword })).status).toBe(302);
  for (const token of ['x', 'x'.repeat(5000), '%00', encodeURIComponent('’')]) {
    const response = await browser.open(`/invitation/${token}`);
    expect({
      status: response.status,
      includesThisLinkNoLonger: (await response.text()).includes('This link no longer works'),
    }).toEqual({ status: 404, includesThisLinkNoLonger: true });
    expect((await browser.submit(`/invitation/${token}`, { name: 'Eve', password })).status).toBe(404);
  }
});

test('making an owner or admin requires a confirmation, and in a live account a second factor', async () => {
  const { accountId, ownerId, browser } = await buildOwner();
  const { userId, email } = await buildPerson({ accountId, role: 'viewer' });
  const guest = anEmail();
  const change = (role: string) => browser.submit(`/team/members/${userId}`, { role });
  await expireStepUpConfirmation(ownerId);
  for (const role of ['admin', 'owner']) {
    const sent = await browser.submit('/team', { email: guest, role });
    expect({ status: sent.status, location: sent.headers.get('location') }).toEqual({
      status: 307,
      location: '/confirm-it-is-you?returnTo=%2Fteam',
    });
    expect((await change(role)).status).toBe(307);
  }
  expect((await change('finance')).headers.get('location')).toBe('/team?changed');
  expect({
    role: await roleOf(accountId, email),
    memberInvitations: await listMemberInvitations(accountId),
  }).toEqual({ role: 'finance', memberInvitations: [] });

  await prisma.session.updateMany({ where: { userId: ownerId }, data: { confirmedAt: new Date() } });
  await prisma.account.update({ where: { id: accountId }, data: { mode: 'live' } });
  for (const rejected of [
    await change('admin'),
    await browser.submit('/team', { email: guest, role: 'admin' }),
  ]) {
    const { html, errors } = await readPage(rejected);
    expect({
      status: rejected.status,
      errors,
      keepsRole: /checked=""[^>]*value="admin"|value="admin"[^>]*(?:checked|selected)=""/.test(html),
    }).toEqual({
      status: 422,
      errors: [expect.stringContaining('you need a second factor')],
      keepsRole: true,
    });
  }
  await prisma.account.update({ where: { id: accountId }, data: { mode: 'test' } });
  expect((await change('admin')).headers.get('location')).toBe('/team?changed');
  expect(await roleOf(accountId, email)).toBe('admin');
});

test('demoting or removing an owner or admin requires a confirmation, others none', async () => {
  const { accountId, ownerId, browser } = await buildOwner();
  const viewer = await buildPerson({ accountId, role: 'viewer' });
  await expireStepUpConfirmation(ownerId);
  for (const role of ['admin', 'owner'] as const) {
    const { userId, email } = await buildPerson({ accountId, role });
    const page = `/team/members/${userId}`;
    for (const form of [{ role: 'viewer' }, { remove: 'yes' }] as Record<string, string>[]) {
      const sent = await browser.submit(page, form);
      expect({ status: sent.status, location: sent.headers.get('location') }).toEqual({
        status: 307,
        location: `/confirm-it-is-you?${new URLSearchParams({ returnTo: page })}`,
      });
    }
    expect(await roleOf(accountId, email)).toBe(role);
  }
  expect(
    (await browser.submit(`/team/members/${viewer.userId}`, { role: 'finance' })).headers.get('location'),
  ).toBe('/team?changed');
  expect(
    (await browser.submit(`/team/members/${viewer.userId}`, { remove: 'yes' })).headers.get('location'),
  ).toBe('/team?removed');

  const { userId, email } = await buildPerson({ accountId, role: 'admin' });
  await prisma.session.updateMany({ where: { userId: ownerId }, data: { confirmedAt: new Date() } });
  expect((await browser.submit(`/team/members/${userId}`, { role: 'viewer' })).headers.get('location')).toBe(
    '/team?changed',
  );
  expect(await roleOf(accountId, email)).toBe('viewer');
});
