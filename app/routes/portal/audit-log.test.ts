import { expect, test } from 'vitest';
import { recordAudit } from '~/audit/audit';
import { checkChain } from '~/audit/verification';
import { hashPassword } from '~/identity/passwords';
import { addRedirectHost } from '~/merchants/redirect-hosts';
import { prisma } from '~/platform/db.server';
import { openBrowser, readPage } from '../../../tests/world/browser';
import { buildMerchant } from '../../../tests/world/merchants';

const password = 'correct horse battery';
const path = '/audit-log';

/** The browser of somebody who works for a new merchant in this role, logged in. */
async function logIn(role = 'owner') {
  const email = `audit-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { merchant, browser };
}

/** The entries of a page, each as the text that is read. */
async function entriesOf(response: Response): Promise<string[]> {
  expect(response.status).toBe(200);
  const html = await response.text();
  const list = /<ol[^>]*>([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? '';
  return list.split('<li').slice(1).map((entry) => entry.replace(/^[^>]*>/, '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ').trim());
}

test('a change in the portal stands there with person, place, before and after', async () => {
  const { browser } = await logIn();
  await browser.submit('/developers/redirect-hosts', { host: 'shop.example' });
  const [changed, signedIn] = await entriesOf(await browser.open(path));
  expect(changed).toMatch(/^Owner of Merchant \d+ listed a redirect host .* What: shop\.example From 2001:db8\S+ No\. 2 Changed Before After Host nothing shop\.example$/);
  expect(signedIn).toMatch(/signed in/);
});

test('what the staff looked at is told with its role, and not by whom', async () => {
  const { merchant, browser } = await logIn();
  const { ownerId: reviewer } = await buildMerchant({ name: 'the reviewer' });
  await prisma.staffMember.create({ data: { userId: reviewer, role: 'reviewer' } });
  await recordAudit(prisma, { actor: `staff:${reviewer}`, action: 'document_viewed', accountId: merchant.accountId, subject: 'doc_1', address: '192.0.2.7' });
  const response = await browser.open(path);
  const html = await response.clone().text();
  expect((await entriesOf(response))[0]).toMatch(/^Staff of Tillway \(reviewer\) opened a document/);
  expect(html).not.toContain(reviewer);
  expect(html).not.toContain('Owner of the reviewer');
  expect(await entriesOf(await browser.open(`${path}?who=staff`))).toHaveLength(1);
});

test('the log is filtered by person, kind, subject and day, and paged', async () => {
  const { merchant, browser } = await logIn();
  const { accountId, ownerId } = merchant;
  for (let i = 1; i <= 30; i++) await recordAudit(prisma, { actor: 'system:shell', action: 'trial_run', accountId, subject: `trx_${i}` });
  await addRedirectHost({ accountId, typed: 'shop.example', createdBy: ownerId });
  const of = async (query: string) => entriesOf(await browser.open(`${path}?${query}`));
  expect(await of(`who=${ownerId}`)).toHaveLength(2);
  expect(await of('kind=settings')).toHaveLength(1);
  expect(await of('subject=trx_7')).toHaveLength(1);
  const today = new Date().toISOString().slice(0, 10);
  expect(await of(`from=${today}&kind=settings`)).toHaveLength(1);
  expect(await of(`to=2020-01-01`)).toHaveLength(0);
  const first = await readPage(await browser.open(path));
  const older = /href="(\/audit-log\?[^"]*before=\d+)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
  const [one, two] = [await entriesOf(await browser.open(path)), await entriesOf(await browser.open(older))];
  expect([one.length, two.length]).toEqual([25, 7]);
  expect(new Set([...one, ...two]).size).toBe(32);
});

test.each(['who=%00', 'kind=constructor', 'from=x&to=2026-13-45', 'before=99999999999999999999', 'before=1&before=2', 'subject=%00', 'who=usr_x&who=staff', 'subject=' + 'a'.repeat(3000), 'subject=' + 'a'.repeat(254) + '😀'])('a filter of nonsense filters nothing away by an error: %s', async (query) => {
  const { browser } = await logIn();
  expect((await browser.open(`${path}?${query}`)).status).toBe(200);
  expect((await browser.open(`${path}.csv?${query}`)).status).toBe(200);
});

test('the export is a file of what is filtered, safe for spreadsheets, and is itself in the log', async () => {
  const { merchant, browser } = await logIn();
  const { accountId } = merchant;
  await prisma.user.update({ where: { id: merchant.ownerId }, data: { name: '=HYPERLINK("http://evil.example")' } });
  await addRedirectHost({ accountId, typed: 'shop.example', createdBy: merchant.ownerId });
  for (let i = 1; i <= 600; i++) await recordAudit(prisma, { actor: 'system:shell', action: 'trial_run', accountId, subject: `trx_${i}` });
  const response = await browser.open(`${path}.csv?kind=settings`);
  expect([response.headers.get('content-type'), response.headers.get('content-disposition'), response.headers.get('cache-control')]).toEqual(['text/csv; charset=utf-8', 'attachment; filename="audit-log.csv"', 'private, no-store']);
  const [head, line, ...rest] = (await response.text()).split('\r\n');
  expect(head).toBe('number,time_utc,time_local,who,what,subject,details,before,after,address,hash');
  expect(line).toMatch(/^2,[^,]+Z,"[^"]+","'=HYPERLINK\(""http:\/\/evil\.example""\)",listed a redirect host,shop\.example,,Host: nothing,Host: shop\.example,,[0-9a-f]{64}$/);
  expect(rest).toEqual(['']);
  expect((await (await browser.open(`${path}.csv`)).text()).trim().split('\r\n')).toHaveLength(1 + 1 + 1 + 600 + 2);
  expect((await entriesOf(await browser.open(`${path}?kind=export`)))[1]).toMatch(/exported the audit log .* Kind ?: settings/);
});

test('it says whether it is as it was written', async () => {
  const { merchant, browser } = await logIn();
  expect((await readPage(await browser.open(path))).html).toContain('Checked for the first time within minutes');
  await checkChain(merchant.accountId);
  expect((await readPage(await browser.open(path))).html).toContain('No entry was changed or removed, checked');
  await prisma.auditChain.update({ where: { accountId: merchant.accountId }, data: { fault: 'changed', faultAt: 1, faultEntryId: 7 } });
  expect((await readPage(await browser.open(path))).html).toContain('This log is not as it was written');
});

test('another merchant’s entries are not shown, nor found by their subject', async () => {
  const { browser } = await logIn();
  const owner = await buildMerchant();
  await addRedirectHost({ accountId: owner.accountId, typed: 'owner.example', createdBy: owner.ownerId });
  for (const query of ['', '?subject=owner.example', `?who=${owner.ownerId}`]) {
    expect(await entriesOf(await browser.open(path + query)).then((entries) => entries.join())).not.toContain('listed a redirect host');
    expect(await (await browser.open(`${path}.csv${query}`)).text()).not.toContain('listed a redirect host');
  }
});

test.each([['owner', 200], ['admin', 200], ['developer', 403], ['finance', 403], ['viewer', 403]])('who may read it: %s', async (role, status) => {
  const { browser } = await logIn(role);
  expect([(await browser.open(path)).status, (await browser.open(`${path}.csv`)).status]).toEqual([status, status]);
  expect((await openBrowser().open(path)).headers.get('location')).toMatch(/^\/login/);
});
