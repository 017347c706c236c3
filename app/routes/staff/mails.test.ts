import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import { prisma } from '~/platform/database/db.server';
import { readFilterResult, readPage, readVisibleText } from '../../../tests/world/browser';
import { buildSentMail } from '../../../tests/world/mails/mails';
import { buildStaff, type Staff } from '../../../tests/world/identity/staff';

const recipient = () => `mail-${crypto.randomUUID()}@example.com`;
const queueMail = (to: string) =>
  sendMail(prisma, {
    to,
    template: 'confirm-address',
    props: { link: 'http://localhost:3000/confirm/a-token-of-the-test' },
  });

/** The URL of the list of emails to an address, which the search form leads to. */
async function searchRecipient(staff: Staff, recipient: string, fields: Record<string, string> = {}) {
  const response = await staff.submit('/staff/mails', { recipient, ...fields });
  return response.headers.get('location')!;
}

test('lists recipients and topics, finds by recipient and status, and shows no content', async () => {
  const staff = await buildStaff('support');
  const [one, other] = [recipient(), recipient()];
  await queueMail(one);
  await prisma.mail.update({
    where: { id: await queueMail(other) },
    data: { status: 'refused', attempts: 1, lastError: 'EENVELOPE 550', sealed: null },
  });
  const openFiltered = async (query: string) =>
    (await readPage(await staff.open(`/staff/mails?${query}`))).html;
  const bounced = recipient();
  await prisma.mail.update({
    where: { id: await buildSentMail({ recipient: bounced }) },
    data: { status: 'bounced', lastError: '5.1.1', failedAt: new Date() },
  });
  const onlyBounced = await openFiltered('status=bounced');
  expect(onlyBounced).toContain(bounced);
  expect(onlyBounced).not.toContain(one);
  const onlyFailed = await openFiltered('status=failed');
  for (const text of [bounced, other]) expect(onlyFailed).toContain(text);
  expect(onlyFailed).not.toContain(one);
  const all = await openFiltered('');
  for (const text of [one, other, 'Email address confirmation', 'EENVELOPE 550', 'Rejected', 'Waiting'])
    expect(all).toContain(text);
  expect(all).not.toContain('a-token-of-the-test');
  const openFound = async (recipient: string, status: string) =>
    (await readPage(await staff.open(await searchRecipient(staff, recipient, { status })))).html;
  expect(await openFound(one.toUpperCase(), '')).not.toContain(other);
  expect(await openFound(other, 'sent')).toContain('No results');
  expect(await openFiltered('recipient=%00&status=x&before=y')).toContain(one);
});

test('a rejected search lists nothing, and keeps its input', async () => {
  const staff = await buildStaff('support');
  const to = recipient();
  await queueMail(to);
  expect(readFilterResult((await readPage(await staff.open('/staff/mails'))).html)).toMatch(/^\d+ result/);
  for (const [address, error] of [
    [recipient(), 'No emails were sent to this address. Check its spelling.'],
    ['nowhere', 'Enter an email address like name@example.com'],
  ] as const) {
    const rejected = await staff.submit('/staff/mails', { recipient: address, status: 'bounced' });
    const { html, errors } = await readPage(rejected);
    expect(errors).toEqual([error]);
    expect(html).toContain(`value="${address}"`);
    expect(html).toMatch(/href="\/staff\/mails"[^>]*>Clear</);
    expect(readVisibleText(html)).not.toContain(to);
    expect(html).not.toContain('Emails, newest first');
    expect(readFilterResult(html)).toBe('');
  }
});

test('a long list has pages', async () => {
  const staff = await buildStaff('support');
  const to = recipient();
  for (let i = 0; i < 51; i++) await queueMail(to);
  const url = await searchRecipient(staff, to);
  const first = (await readPage(await staff.open(url))).html;
  const older = /href="(\/staff\/mails\?[^"]*before=mail_[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&');
  const second = (await readPage(await staff.open(older))).html;
  expect([first, second].map((html) => html.match(/role="row" class="block/g)?.length)).toEqual([50, 1]);
  expect(second).toContain(`href="${url}"`);
});

test("a failed email can be retried, a deleted one can't", async () => {
  const staff = await buildStaff('support');
  const to = recipient();
  const id = await queueMail(to);
  await prisma.mail.update({ where: { id }, data: { attempts: 13, lastError: 'ESOCKET' } });
  expect((await readPage(await staff.open(await searchRecipient(staff, to)))).html).toContain(
    `name="again" value="${id}"`,
  );
  expect((await staff.submit('/staff/mails', { again: id })).headers.get('location')).toBe(
    '/staff/mails?again',
  );
  expect((await listAudit({ subject: id })).entries).toMatchObject([
    { action: 'mail_resent', actor: `staff:${staff.userId}` },
  ]);
  await prisma.mail.update({ where: { id }, data: { status: 'sent', sealed: null } });
  for (const again of [id, 'mail_unknown', ''])
    expect((await staff.submit('/staff/mails', { again })).status).toBe(422);
});

const openMail = async (staff: Awaited<ReturnType<typeof buildStaff>>, id: string) =>
  (await readPage(await staff.open(`/staff/mails/${id}`))).html;

test('an email is shown as it was sent, in a frame without scripts, and each view is audited once an hour', async () => {
  const staff = await buildStaff('support');
  const to = recipient();
  const id = await buildSentMail({ recipient: to });
  expect((await readPage(await staff.open(await searchRecipient(staff, to)))).html).toContain(
    `href="/staff/mails/${id}"`,
  );
  const html = await openMail(staff, id);
  for (const text of [
    to,
    'Password changed',
    'Accepted by the mail server',
    id,
    'Text version',
    'sandbox=""',
  ])
    expect(html).toContain(text);
  expect(html).toContain(`src="/staff/mails/${id}/content"`);
  const content = await staff.open(`/staff/mails/${id}/content`);
  expect(content.headers.get('content-security-policy')).toMatch(
    /default-src 'none'.*frame-ancestors 'self'.*sandbox/,
  );
  expect(await content.text()).toContain('https://pay.example/page');
  expect((await listAudit({ subject: id })).entries).toMatchObject([
    { action: 'staff_viewed_mail', actor: `staff:${staff.userId}`, accountId: null },
  ]);
  for (const path of ['mail_unknown', `mail_${'0'.repeat(36)}`])
    expect((await staff.open(`/staff/mails/${path}`)).status).toBe(404);
});

test('payers’ addresses are masked, and the search for an address is recorded and in no URL', async () => {
  const staff = await buildStaff('support');
  const payer = recipient();
  const id = await buildSentMail({ recipient: payer, template: 'receipt' });
  const other = await queueMail(recipient());
  const url = await searchRecipient(staff, payer, { status: 'sent' });
  expect(url).toBe(`/staff/mails?status=sent&recipient=${id}`);
  for (const path of ['/staff/mails', url, `/staff/mails/${id}`, `/support?q=${id}`]) {
    const html = (await readPage(await staff.open(path))).html;
    expect(html).toContain('m…@example.com');
    expect(html).not.toContain(payer);
  }
  const searches = async () =>
    (await listAudit({ actor: `staff:${staff.userId}`, action: 'staff_searched' })).entries.map(
      ({ details }) => (details as { query: string }).query,
    );
  expect(await searches()).toEqual([id, 'm…@example.com']);
  // The masked address, which the form contains, means the same recipient.
  expect(await searchRecipient(staff, 'm…@example.com', { mail: id })).toBe(`/staff/mails?recipient=${id}`);
  expect((await readPage(await staff.open(`/staff/mails?recipient=${id}`))).html).not.toContain(other);
  for (const [address, error] of [
    [recipient(), 'No emails were sent to this address. Check its spelling.'],
    ['nobody', 'Enter an email address like name@example.com'],
  ] as const) {
    const rejected = await staff.submit('/staff/mails', { recipient: address, status: '' });
    expect(rejected.status).toBe(422);
    const { html } = await readPage(rejected);
    for (const text of [error, `value="${address}"`]) expect(html).toContain(text);
  }
  expect(await searches()).toHaveLength(3);
});

test('opening the content alone is audited, too', async () => {
  const staff = await buildStaff('support');
  const id = await buildSentMail();
  await staff.open(`/staff/mails/${id}/content`);
  expect((await listAudit({ subject: id })).entries).toMatchObject([{ action: 'staff_viewed_mail' }]);
});

test('only admins read emails about staff access', async () => {
  const [support, admin] = [await buildStaff('support'), await buildStaff('admin')];
  const id = await buildSentMail({ template: 'staff-factor-reset' });
  const html = await openMail(support, id);
  expect(html).toContain('Only admins can read emails about staff access');
  expect(html).not.toContain('Text version');
  expect((await support.open(`/staff/mails/${id}/content`)).status).toBe(404);
  expect(await openMail(admin, id)).toContain('Text version');
  expect((await admin.open(`/staff/mails/${id}/content`)).status).toBe(200);
});

test('a link that gives access is left out, and the page says what to do instead', async () => {
  const staff = await buildStaff('support');
  const id = await buildSentMail({ template: 'reset-password' });
  const html = await openMail(staff, id);
  expect(html).toContain('[link left out]');
  expect(html).toContain('Links and codes that give access were left out');
  expect(html).toContain('Ask the person to choose “Forgot password?” on the login page for a new link.');
  expect(html).not.toContain('The same content goes to');
  expect(await (await staff.open(`/staff/mails/${id}/content`)).text()).not.toContain('pay.example');
  expect((await staff.submit(`/staff/mails/${id}`, {})).status).toBe(422);
});

test('a sent email is sent again from its page, and the two refer to each other', async () => {
  const staff = await buildStaff('support');
  const id = await buildSentMail();
  expect((await staff.submit(`/staff/mails/${id}`, {})).headers.get('location')).toBe(
    `/staff/mails/${id}?again`,
  );
  const again = await prisma.mail.findFirstOrThrow({ where: { originalId: id } });
  expect(await openMail(staff, id)).toContain(`href="/staff/mails/${again.id}"`);
  const html = await openMail(staff, again.id);
  expect(html).toContain(`href="/staff/mails/${id}"`);
  expect(html).toContain('about to be sent');
  for (let i = 0; i < 2; i++) await staff.submit(`/staff/mails/${id}`, {});
  const rejected = await staff.submit(`/staff/mails/${id}`, {});
  expect(rejected.status).toBe(422);
  expect((await readPage(rejected)).html).toContain('was sent again 3 times in 24 hours');
});

test('a rejected, a bounced, an undelivered, and an old email say so', async () => {
  const staff = await buildStaff('support');
  const id = await buildSentMail();
  const openAs = async (data: object) => {
    await prisma.mail.update({ where: { id }, data });
    return openMail(staff, id);
  };
  expect(await openAs({ status: 'refused', lastError: 'EENVELOPE 550' })).toContain(
    'Rejected by the mail server (550)',
  );
  const bounced = await openAs({ status: 'bounced', lastError: '5.1.1', failedAt: new Date() });
  expect(bounced).toContain('returned later by the recipient’s (5.1.1)');
  const given = { status: 'undelivered', lastError: 'EENVELOPE 450', failedAt: null, sentAt: null };
  const undelivered = readVisibleText(await openAs(given));
  for (const text of ['Not delivered', 'All attempts failed, the last one with EENVELOPE 450', 'Sent Never'])
    expect(undelivered).toContain(text);
  const list = await staff.open('/staff/mails?status=undelivered');
  expect((await readPage(list)).html).toContain(`href="/staff/mails/${id}"`);
  expect(await openAs({ sealedCopy: null })).toContain('The content of this email wasn’t stored.');
  const old = await openAs({ sentAt: new Date(Date.now() - 31 * 86_400_000) });
  expect(old).toContain('The content was deleted 30 days after sending.');
  expect((await staff.open(`/staff/mails/${id}/content`)).status).toBe(404);
});
