import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import { prisma } from '~/platform/database/db.server';
import { readPage } from '../../../tests/world/browser';
import { buildStaff } from '../../../tests/world/identity/staff';

const recipient = () => `mail-${crypto.randomUUID()}@example.com`;
const queueMail = (to: string) =>
  sendMail(prisma, {
    to,
    template: 'confirm-address',
    props: { link: 'http://localhost:3000/confirm/a-token-of-the-test' },
  });

test('lists recipients and subjects, finds by recipient and status, and shows no content', async () => {
  const staff = await buildStaff('support');
  const [one, other] = [recipient(), recipient()];
  await queueMail(one);
  await prisma.mail.update({
    where: { id: await queueMail(other) },
    data: { status: 'refused', attempts: 1, lastError: 'EENVELOPE 550', sealed: null },
  });
  const openFiltered = async (query: string) =>
    (await readPage(await staff.open(`/staff/mails?${query}`))).html;
  const all = await openFiltered('');
  for (const text of [one, other, 'Email address confirmation', 'EENVELOPE 550', 'Rejected', 'Waiting'])
    expect(all).toContain(text);
  expect(all).not.toContain('a-token-of-the-test');
  expect(await openFiltered(`recipient=${one.toUpperCase()}`)).not.toContain(other);
  expect(await openFiltered(`recipient=${other}&status=sent`)).toContain('No results');
  expect(await openFiltered('recipient=%00&status=x&before=y')).toContain(one);
});

test('a long list has pages', async () => {
  const staff = await buildStaff('support');
  const to = recipient();
  for (let i = 0; i < 51; i++) await queueMail(to);
  const first = (await readPage(await staff.open(`/staff/mails?recipient=${to}`))).html;
  const older = /href="(\/staff\/mails\?[^"]*before=mail_[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&');
  const second = (await readPage(await staff.open(older))).html;
  expect([first, second].map((html) => html.match(/role="row" class="block/g)?.length)).toEqual([50, 1]);
  expect(second).toContain(`href="/staff/mails?recipient=${encodeURIComponent(to)}"`);
});

test("a failed email can be retried, a deleted one can't", async () => {
  const staff = await buildStaff('support');
  const to = recipient();
  const id = await queueMail(to);
  await prisma.mail.update({ where: { id }, data: { attempts: 13, lastError: 'ESOCKET' } });
  expect((await readPage(await staff.open(`/staff/mails?recipient=${to}`))).html).toContain(
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
