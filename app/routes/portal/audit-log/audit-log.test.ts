import { expect, test } from 'vitest';
import { recordAudit } from '~/audit/audit';
import { verifyAndRecordChain } from '~/audit/chain-verification';
import { hashPassword } from '~/identity/passwords/passwords';
import { changeRefundLimits } from '~/merchants/accounts/refund-limits';
import { addRedirectHost } from '~/merchants/redirect-hosts/redirect-hosts';
import { prisma } from '~/platform/database/db.server';
import { readAuditEntries } from '../../../../tests/world/audit-log';
import { openBrowser, readFilterResult, readPage } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';

const password = 'correct horse battery';
const path = '/audit-log';

/** The browser of a logged-in member of a new merchant with this role. */
async function logIn(role = 'owner') {
  const email = `audit-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { merchant, browser };
}

test('a change in the portal is listed with person, IP address, before and after', async () => {
  const { browser } = await logIn();
  await browser.submit('/developers/redirect-hosts', { host: 'shop.example' });
  const [changed, signedIn] = await readAuditEntries(await browser.open(path));
  expect(changed).toMatch(
    /^Owner of Merchant \d+ added a redirect host .* About: shop\.example From 2001:db8\S+ No\. 2 Set To Host shop\.example$/,
  );
  expect(signedIn).toMatch(/logged in/);
});

test('an operation is listed with its currency, and without a missing reason', async () => {
  const { merchant, browser } = await logIn();
  await recordAudit(prisma, {
    actor: `portal:${merchant.ownerId}`,
    action: 'refund_requested',
    accountId: merchant.accountId,
    subject: 'trx_1',
    details: { amount: 1_250, currency: 'KWD', reason: null },
  });
  const [entry] = await readAuditEntries(await browser.open(path));
  expect(entry).toMatch(/Amount ?: KWD\s1\.250/);
  expect(entry).not.toContain('Reason');
  expect(await (await browser.open(`${path}.csv`)).text()).toMatch(/,Amount: KWD\s1\.250,/);
});

test('refund limits are listed as on their settings page', async () => {
  const {
    merchant: { accountId, ownerId: by },
    browser,
  } = await logIn();
  const limits = { confirmAbove: 20_000, perMember: 6_000_000, perAccount: null };
  await changeRefundLimits({ accountId, limits, by });
  await changeRefundLimits({
    accountId,
    limits: { confirmAbove: 35_050, perMember: null, perAccount: 5 },
    by,
  });
  await changeRefundLimits({ accountId, limits: { confirmAbove: null, perMember: 0, perAccount: 5 }, by });
  const [off, changed, first] = await readAuditEntries(await browser.open(path));
  expect(first).toMatch(/Daily limit per team member 10000\.00 60000\.00 /);
  expect(changed).toMatch(
    /Changed Before After Require a second factor above 200\.00 350\.50 Daily limit per team member 60000\.00 no limit Daily limit for the team no limit 0\.05$/,
  );
  expect(off).toMatch(
    /Require a second factor above 350\.50 no limit Daily limit per team member no limit 0\.00$/,
  );
  expect(await (await browser.open(`${path}.csv`)).text()).toContain(
    ',Require a second factor above: 200.00; Daily limit per team member: 60000.00; Daily limit for the team: no limit,',
  );
});

test("a request isn't listed as a change, and roles have their usual names", async () => {
  const {
    merchant: { accountId, ownerId },
    browser,
  } = await logIn();
  const by = { actor: `portal:${ownerId}`, accountId, subject: ownerId } as const;
  await recordAudit(prisma, {
    ...by,
    action: 'email_change_requested',
    before: { email: 'old@example.com' },
    after: { email: 'new@example.com' },
  });
  await recordAudit(prisma, {
    ...by,
    action: 'member_role_changed',
    before: { role: 'viewer' },
    after: { role: 'finance' },
  });
  const [changed, requested] = await readAuditEntries(await browser.open(path));
  expect(requested).toMatch(
    /Change requested Current Requested Email address old@example\.com new@example\.com$/,
  );
  expect(changed).toMatch(/Changed Before After Role Read-only Finance$/);
});

test('staff access is listed with its role, without the person', async () => {
  const { merchant, browser } = await logIn();
  const { ownerId: reviewer } = await buildMerchant({ name: 'the reviewer' });
  await prisma.staffMember.create({ data: { userId: reviewer, role: 'reviewer' } });
  await recordAudit(prisma, {
    actor: `staff:${reviewer}`,
    action: 'document_viewed',
    accountId: merchant.accountId,
    subject: 'doc_1',
    address: '192.0.2.7',
  });
  const response = await browser.open(path);
  const html = await response.clone().text();
  expect((await readAuditEntries(response))[0]).toMatch(/^Staff of Tillway \(reviewer\) viewed a document/);
  for (const secret of [reviewer, '192.0.2.7']) expect(html).not.toContain(secret);
  expect(html).not.toContain('Owner of the reviewer');
  expect(await readAuditEntries(await browser.open(`${path}?who=staff`))).toHaveLength(1);
});

test('what the merchant’s server did is listed as the server’s', async () => {
  const { merchant, browser } = await logIn();
  const record = { accountId: merchant.accountId, action: 'card_token_deleted', subject: 'tok_1' } as const;
  await recordAudit(prisma, { ...record, actor: `api:${merchant.secretId}` });
  await recordAudit(prisma, { ...record, actor: 'system:shell' });
  const filtered = await browser.open(`${path}?who=api`);
  expect(await filtered.clone().text()).toContain(
    '<option value="api" selected="">Your server (API)</option>',
  );
  expect(await readAuditEntries(filtered)).toEqual([
    expect.stringMatching(/^Your server \(API\) deleted a saved card/),
  ]);
});

test('what a payer did at the checkout is listed as theirs', async () => {
  const { merchant, browser } = await logIn();
  const record = { accountId: merchant.accountId, action: 'card_token_deleted', subject: 'tok_1' } as const;
  await recordAudit(prisma, { ...record, actor: 'checkout' });
  await recordAudit(prisma, { ...record, actor: 'system:shell' });
  const filtered = await browser.open(`${path}?who=checkout`);
  expect(await filtered.clone().text()).toContain(
    '<option value="checkout" selected="">A payer at the checkout</option>',
  );
  expect(await readAuditEntries(filtered)).toEqual([
    expect.stringMatching(/^A payer at the checkout deleted a saved card/),
  ]);
});

test('the log is filtered by person, kind, subject and day, and has pages', async () => {
  const { merchant, browser } = await logIn();
  const { accountId, ownerId } = merchant;
  for (let i = 1; i <= 30; i++)
    await recordAudit(prisma, {
      actor: 'system:shell',
      action: 'event_simulated',
      accountId,
      subject: `trx_${i}`,
    });
  await addRedirectHost({ accountId, hostInput: 'shop.example', createdBy: ownerId });
  const of = async (query: string) => readAuditEntries(await browser.open(`${path}?${query}`));
  expect(await of(`who=${ownerId}`)).toHaveLength(2);
  expect(await of('kind=settings')).toHaveLength(1);
  expect(await of('subject=trx_7')).toHaveLength(1);
  const today = new Date().toISOString().slice(0, 10);
  expect(await of(`from=${today}&kind=settings`)).toHaveLength(1);
  expect(await of(`to=2020-01-01`)).toHaveLength(0);
  const first = await readPage(await browser.open(path));
  const older = /href="(\/audit-log\?[^"]*before=\d+)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
  const [one, two] = [
    await readAuditEntries(await browser.open(path)),
    await readAuditEntries(await browser.open(older)),
  ];
  expect({ firstCount: one.length, secondCount: two.length }).toEqual({ firstCount: 25, secondCount: 7 });
  expect(new Set([...one, ...two]).size).toBe(32);
});

test.each([
  'who=%00',
  'kind=constructor',
  'from=x&to=2026-13-45',
  'before=99999999999999999999',
  'before=1&before=2',
  'subject=%00',
  'who=usr_x&who=staff',
  'subject=' + 'a'.repeat(3000),
  'subject=' + 'a'.repeat(254) + '😀',
])('an invalid filter causes no error: %s', async (query) => {
  const { browser } = await logIn();
  expect((await browser.open(`${path}?${query}`)).status).toBe(200);
  expect((await browser.open(`${path}.csv?${query}`)).status).toBe(query.startsWith('from=') ? 400 : 200);
});

test('an invalid day is reported in place of a list and an export', async () => {
  const { merchant, browser } = await logIn();
  await addRedirectHost({
    accountId: merchant.accountId,
    hostInput: 'shop.example',
    createdBy: merchant.ownerId,
  });
  const { html } = await readPage(await browser.open(path));
  expect(html).toContain('added a redirect host');
  expect(html).toContain('Download as CSV');
  expect(readFilterResult(html)).toMatch(/^\d+ results?$/);
  for (const [query, message] of [
    ['from=yesterday', 'Enter a date such as 2026-11-22'],
    ['to=2026-02-30', 'Enter a date such as 2026-11-22'],
    ['from=2020-01-02&to=2020-01-01', 'Enter a date that isn’t before the start date'],
  ]) {
    const page = await readPage(await browser.open(`${path}?${query}`));
    expect(page.errors).toEqual([message]);
    expect(readFilterResult(page.html)).toBe('');
    expect(page.html).not.toContain('added a redirect host');
    expect(page.html).not.toContain('Download as CSV');
    expect((await browser.open(`${path}.csv?${query}`)).status).toBe(400);
  }
});

test('the export contains the filtered entries, is safe for spreadsheets, and is logged itself', async () => {
  const { merchant, browser } = await logIn();
  const { accountId } = merchant;
  await prisma.user.update({
    where: { id: merchant.ownerId },
    data: { name: '=HYPERLINK("http://evil.example")' },
  });
  await addRedirectHost({ accountId, hostInput: 'shop.example', createdBy: merchant.ownerId });
  for (let i = 1; i <= 600; i++)
    await recordAudit(prisma, {
      actor: 'system:shell',
      action: 'event_simulated',
      accountId,
      subject: `trx_${i}`,
    });
  await prisma.account.update({ where: { id: accountId }, data: { timeZone: 'Asia/Kathmandu' } });
  // A HEAD request gets no file, so there is nothing to audit.
  expect((await browser.open(`${path}.csv`, { method: 'HEAD' })).status).toBe(200);
  expect(await prisma.auditEntry.count({ where: { accountId, action: 'audit_log_exported' } })).toBe(0);
  const response = await browser.open(`${path}.csv?kind=settings`);
  expect({
    contentType: response.headers.get('content-type'),
    contentDisposition: response.headers.get('content-disposition'),
    cacheControl: response.headers.get('cache-control'),
  }).toEqual({
    contentType: 'text/csv; charset=utf-8',
    contentDisposition: expect.stringMatching(
      /^attachment; filename="audit-log-[a-z0-9-]+-\d{4}-\d\d-\d\d\.csv"$/,
    ),
    cacheControl: 'private, no-store',
  });
  const [head, line, ...rest] = Buffer.from(await response.arrayBuffer())
    .toString('utf8')
    .split('\r\n');
  expect(head).toBe(
    '\ufeffnumber,created_at,created_at_utc,who,what,subject,details,before,after,address,hash',
  );
  expect(line).toMatch(
    /^2,[^,]+\+05:45,[^,]+Z,"'=HYPERLINK\(""http:\/\/evil\.example""\)",added a redirect host,shop\.example,,Host: nothing,Host: shop\.example,,[0-9a-f]{64}$/,
  );
  expect(rest).toEqual(['']);
  expect((await (await browser.open(`${path}.csv`)).text()).trim().split('\r\n')).toHaveLength(
    1 + 1 + 1 + 600 + 2,
  );
  expect((await readAuditEntries(await browser.open(`${path}?kind=export`)))[1]).toMatch(
    /exported the audit log .* Kind ?: Settings/,
  );
});

test('it says whether it is unaltered', async () => {
  const { merchant, browser } = await logIn();
  expect((await readPage(await browser.open(path))).html).toContain(
    'The first check runs within a few minutes',
  );
  await verifyAndRecordChain(merchant.accountId);
  expect((await readPage(await browser.open(path))).html).toContain(
    'No entry has been changed or removed. Last checked',
  );
  await prisma.auditChain.update({
    where: { accountId: merchant.accountId },
    data: { error: 'changed', errorSequence: 1, errorEntryId: 7 },
  });
  expect((await readPage(await browser.open(path))).html).toContain('This log was tampered with');
});

test("another merchant's entries are not shown, nor found by their subject", async () => {
  const { browser } = await logIn();
  const owner = await buildMerchant();
  await addRedirectHost({ accountId: owner.accountId, hostInput: 'owner.example', createdBy: owner.ownerId });
  for (const query of ['', '?subject=owner.example', `?who=${owner.ownerId}`]) {
    expect(
      await readAuditEntries(await browser.open(path + query)).then((entries) => entries.join()),
    ).not.toContain('added a redirect host');
    expect(await (await browser.open(`${path}.csv${query}`)).text()).not.toContain('added a redirect host');
  }
});

test.each([
  ['owner', 200],
  ['admin', 200],
  ['developer', 403],
  ['finance', 403],
  ['viewer', 403],
])('who may read it: %s', async (role, status) => {
  const { browser } = await logIn(role);
  expect({
    pageStatus: (await browser.open(path)).status,
    csvStatus: (await browser.open(`${path}.csv`)).status,
  }).toEqual({ pageStatus: status, csvStatus: status });
  expect((await openBrowser().open(path)).headers.get('location')).toMatch(/^\/login/);
});
