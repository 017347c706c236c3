import { expect, test } from 'vitest';
import { recordAudit, type AuditAction } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { recordStaffAccess, recordStaffSearch } from '~/support/access-log';
import { readAuditEntries } from '../../../../tests/world/audit-log';
import { readPage, readVisibleText } from '../../../../tests/world/browser';
import { buildDocument } from '../../../../tests/world/applications';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildStaff } from '../../../../tests/world/identity/staff';

const path = '/staff/audit-log';
const marker = crypto.randomUUID().slice(0, 8);

/** Someone whose entries are the only ones of this test. */
async function buildPerson(name: string) {
  const staff = await buildStaff('support', { name });
  const write = (action: AuditAction, more: Partial<Parameters<typeof recordAudit>[1]> = {}) =>
    recordAudit(prisma, { actor: `staff:${staff.userId}`, action, ...more });
  return { ...staff, write };
}

test('an admin reads what staff did in all accounts, with the merchant, the record, and the address', async () => {
  const [admin, sam] = [await buildStaff('admin'), await buildPerson('Sam Example')];
  const { accountId } = await buildMerchant({ name: `Harbour Tea ${marker}` });
  const transaction = createId('trx');
  await recordStaffSearch({ userId: sam.userId, query: 'tea', isLaterPage: false, address: '192.0.2.9' });
  await recordStaffAccess({
    userId: sam.userId,
    accountId,
    action: 'staff_viewed_transaction',
    subject: transaction,
    details: { environment: 'live' },
  });
  const response = await admin.open(`${path}?who=${sam.userId}`);
  const html = await response.clone().text();
  expect((await readAuditEntries(response)).slice(0, 3)).toEqual([
    expect.stringMatching(
      `^Sam Example viewed a transaction and its timeline .* UTC Merchant: Harbour Tea ${marker} About: ${transaction} Environment ?: live$`,
    ),
    expect.stringMatching(/^Sam Example searched all merchants .* From 192\.0\.2\.9 Query ?: tea$/),
    expect.stringContaining('Sam Example set up an authenticator app'),
  ]);
  expect(html).toContain(`href="/support/transactions/${transaction}"`);
});

test('a document is named, and an empty list says that nothing was done', async () => {
  const [admin, ben] = [await buildStaff('admin'), await buildPerson('Ben Example')];
  const { accountId } = await buildMerchant();
  const subject = await buildDocument(accountId, { kind: 'bank_statement', fileName: 'october.pdf' });
  await ben.write('document_viewed', { accountId, subject });
  const open = async (query: string) =>
    (await readPage(await admin.open(`${path}?who=${ben.userId}&${query}`))).html.replaceAll('<!-- -->', '');
  const ofAccount = await open(`account=${accountId}`);
  expect(ofAccount).toContain('About: bank statement (october.pdf)');
  expect(ofAccount).toContain('Searches, emails, and logins don’t belong to an account');
  expect(await open('kind=decision')).toContain('Staff did nothing of this kind in this period.');
});

test('each filter leaves what it names', async () => {
  const [admin, kim] = [await buildStaff('admin'), await buildPerson('Kim Example')];
  const [tea, fern] = [await buildMerchant(), await buildMerchant()];
  await kim.write('staff_viewed_merchant', { accountId: tea.accountId, subject: tea.accountId });
  await kim.write('bank_account_viewed', { accountId: fern.accountId });
  await kim.write('support_session_started', { accountId: fern.accountId, subject: createId('sup') });
  await kim.write('application_approved', { accountId: fern.accountId, subject: createId('app') });
  await recordAudit(prisma, { actor: 'system:shell', action: 'second_factor_reset', subject: kim.userId });
  const list = async (query: Record<string, string>) =>
    (await readAuditEntries(await admin.open(`${path}?${new URLSearchParams(query)}`))).map(
      (entry) => /^(?:Kim Example|Tillway, from the command line) (.*?) \w+ \d+, 20/.exec(entry)![1],
    );
  const who = kim.userId;
  expect(await list({ who, kind: 'view' })).toEqual([
    'viewed the account, its team, and its latest payments',
  ]);
  expect(await list({ who, kind: 'reveal' })).toEqual(['viewed the bank account number']);
  expect(await list({ who, kind: 'support_session' })).toEqual(['started a support session']);
  expect(await list({ who, kind: 'decision' })).toEqual(['approved the application']);
  expect(await list({ who, kind: 'factor' })).toEqual(['set up an authenticator app']);
  expect(await list({ who, kind: 'search' })).toEqual([]);
  expect(await list({ who: 'shell', kind: 'factor' })).toContain('removed a lost second factor');
  expect(await list({ account: tea.accountId })).toEqual([
    'viewed the account, its team, and its latest payments',
  ]);
  expect(await list({ account: fern.accountId, who, kind: 'reveal' })).toEqual([
    'viewed the bank account number',
  ]);
  const today = new Date().toISOString().slice(0, 10);
  expect(await list({ who, kind: 'decision', from: today, to: today })).toHaveLength(1);
  expect(await list({ who, to: '2026-01-01' })).toEqual([]);
  const { errors } = await readPage(await admin.open(`${path}?from=yesterday`));
  expect(errors).toEqual(['Enter a date such as 2026-11-22']);
});

test('entries of merchants’ own people are not listed', async () => {
  const [admin, merchant] = [await buildStaff('admin'), await buildMerchant()];
  const { accountId, ownerId } = merchant;
  await recordAudit(prisma, { actor: `portal:${ownerId}`, action: 'account_renamed', accountId });
  expect(await readAuditEntries(await admin.open(`${path}?account=${accountId}`))).toEqual([]);
});

test('pages follow each other without gaps, also between entries of the same moment', async () => {
  const [admin, ada] = [await buildStaff('admin'), await buildPerson('Ada Example')];
  const { accountId } = await buildMerchant();
  const createdAt = new Date();
  for (let i = 0; i < 60; i++)
    await prisma.auditEntry.create({
      data: { actor: `staff:${ada.userId}`, action: 'mail_resent', accountId, subject: `no-${i}`, createdAt },
    });
  const subjects: string[] = [];
  for (let url: string | undefined = `${path}?who=${ada.userId}&kind=other`; url;) {
    const { html } = await readPage(await admin.open(url));
    subjects.push(...[...html.matchAll(/title="(no-\d+)"/g)].map(([, subject]) => subject!));
    url = /href="([^"]*before=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(subjects).toEqual(Array.from({ length: 60 }, (_, i) => `no-${59 - i}`));
});

test('the download has all filtered entries, and is an entry itself', async () => {
  const [admin, lee] = [await buildStaff('admin'), await buildPerson('Lee Example')];
  const { accountId } = await buildMerchant({ name: `Fern ${marker}` });
  for (let i = 0; i < 30; i++)
    await lee.write('document_viewed', { accountId, subject: `doc-${i}`, address: '192.0.2.8' });
  const response = await admin.open(`${path}.csv?who=${lee.userId}&kind=view`);
  expect(response.headers.get('content-disposition')).toMatch(
    /filename="staff-audit-log-tillway-\d{4}-\d\d-\d\d\.csv"/,
  );
  const [header, ...lines] = (await response.text()).replace('\ufeff', '').trimEnd().split('\r\n');
  expect(header).toBe(
    'id,created_at_utc,who,actor,what,action,merchant,account_id,subject,subject_name,details,before,after,address',
  );
  expect(lines).toHaveLength(30);
  expect(lines[0]).toMatch(
    new RegExp(
      `^\\d+,\\d{4}-[^,]+Z,Lee Example,staff:${lee.userId},viewed a document,document_viewed,Fern ${marker},${accountId},doc-29,,,,,192\\.0\\.2\\.8$`,
    ),
  );
  const [exported] = await readAuditEntries(await admin.open(`${path}?who=${admin.userId}&kind=reveal`));
  expect(exported).toContain('exported the staff’s audit log');
  expect((await admin.open(`${path}.csv?from=yesterday`)).status).toBe(400);
});

test('an empty list says whether the account is unknown, and a wrong filter lists and exports nothing', async () => {
  const [admin, { accountId }] = [await buildStaff('admin'), await buildMerchant()];
  const read = async (query: string) =>
    readVisibleText((await readPage(await admin.open(`${path}?${query}`))).html);
  const nothing = 'Staff did nothing of this kind in this period.';
  expect(await read(`account=${accountId}&kind=reveal`)).toContain(nothing);
  expect(await read('account=acc_nobody')).toContain('Enter a complete account ID.');
  const wrong = await read('from=2026-11-28&to=2026-11-27');
  expect(wrong).toContain('There is a problem');
  for (const text of [nothing, 'Entries', 'Download CSV']) expect(wrong).not.toContain(text);
});
