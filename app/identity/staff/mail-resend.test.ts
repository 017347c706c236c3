import { expect, onTestFinished, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { unsealCopy } from '~/mail/mail-copy';
import { deliverMail, sendMail } from '~/mail/outbox';
import { templateSecrets } from '~/mail/template-secrets';
import { templateName, type TemplateName } from '~/mail/templates';
import { prisma } from '~/platform/database/db.server';
import { startSmtp } from '../../../tests/peers/services/smtp';
import { mailSamples } from '../../../tests/world/mails/mail-samples';
import { buildSentMail } from '../../../tests/world/mails/mails';
import { resendMail } from './mail-resend';

const resend = (mailId: string) => resendMail({ mailId, actor: 'staff:usr_support', address: '192.0.2.7' });

test('a waiting email is sent again, and who requested it is audited; a sent one with a link is left alone', async () => {
  const mailId = await sendMail(prisma, {
    to: 'late@example.com',
    template: 'staff-invitation',
    props: { link: 'http://localhost:3000/staff/invitation/x', role: 'support' },
  });
  expect(await resend(mailId)).toBe('queued');
  await prisma.mail.update({ where: { id: mailId }, data: { status: 'sent', sealed: null } });
  expect(await resend(mailId)).toBe('has_secrets');

  const { entries } = await listAudit({ subject: mailId });
  expect(entries).toEqual([
    expect.objectContaining({
      action: 'mail_resent',
      actor: 'staff:usr_support',
      address: '192.0.2.7',
      accountId: null,
    }),
  ]);
});

const listResends = (originalId: string) => prisma.mail.findMany({ where: { originalId } });

test('a sent email without secrets is sent again to the same address, byte for byte', async () => {
  const smtp = await startSmtp();
  onTestFinished(smtp.goOffline);
  const to = `again-${crypto.randomUUID()}@example.com`;
  const template = 'chargeback-opened';
  const mailId = await sendMail(prisma, { to, template, props: mailSamples[template] });
  await deliverMail(mailId, smtp.url);
  expect(await resend(mailId)).toBe('queued');
  const [again] = await listResends(mailId);
  expect(again).toMatchObject({ recipient: to, template, status: 'queued' });
  expect(JSON.stringify(again)).not.toContain('chargeback of');
  await deliverMail(again!.id, smtp.url);

  const [first, second] = smtp.mails;
  expect(smtp.mails).toHaveLength(2);
  expect(second).toMatchObject({
    subject: first!.subject,
    html: first!.html,
    text: first!.text,
    to: first!.to,
  });
  expect(second!.messageId).toBe(`<${again!.id}@localhost>`);
  // Only the original has a copy, so that the content isn't kept for another thirty days.
  expect(await prisma.mail.findUnique({ where: { id: again!.id } })).toMatchObject({
    status: 'sent',
    sealed: null,
    sealedCopy: null,
  });
  expect(await resend(again!.id)).toBe('nothing_to_send');
});

test.each(['refused', 'bounced', 'undelivered'])('an email that is %s can be sent again', async (status) => {
  const mailId = await buildSentMail();
  await prisma.mail.update({ where: { id: mailId }, data: { status } });
  expect(await resend(mailId)).toBe('queued');
});

const withSecrets = templateName.options.filter((name) => templateSecrets[name]);

test.each<[TemplateName]>(withSecrets.map((name) => [name]))('%s is never sent again', async (template) => {
  const mailId = await buildSentMail({ template });
  expect(await resend(mailId)).toBe('has_secrets');
  expect(await listResends(mailId)).toEqual([]);
});

test('an email whose copy lacks a link that its template forgot to mark is not sent again', async () => {
  const mailId = await sendMail(prisma, {
    to: 'forgotten@example.com',
    template: 'no-account',
    props: { registerLink: 'http://localhost:3000/register/Zk3pQ9vWm1XtR7bLc5NdYh2J' },
  });
  const smtp = await startSmtp();
  onTestFinished(smtp.goOffline);
  await deliverMail(mailId, smtp.url);
  const { sealedCopy } = await prisma.mail.findUniqueOrThrow({ where: { id: mailId } });
  expect(unsealCopy(sealedCopy!).text).toContain('[link left out]');
  expect(await resend(mailId)).toBe('has_secrets');
});

test('an email is sent again three times in 24 hours, also with many requests at once', async () => {
  const mailId = await buildSentMail();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => resend(mailId)));
  expect(outcomes.filter((outcome) => outcome === 'queued')).toHaveLength(3);
  expect(new Set(outcomes)).toEqual(new Set(['queued', 'too_many_resends']));
  expect((await listAudit({ subject: mailId })).entries).toHaveLength(3);
  await prisma.mail.updateMany({
    where: { originalId: mailId },
    data: { createdAt: new Date(Date.now() - 86_401_000) },
  });
  expect(await resend(mailId)).toBe('queued');
});

test('without its copy, an email is not sent again', async () => {
  const mailId = await buildSentMail();
  await prisma.mail.update({ where: { id: mailId }, data: { sealedCopy: null } });
  expect(await resend(mailId)).toBe('copy_deleted');
  expect(await resend('mail_unknown')).toBe('nothing_to_send');
});
