import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import { prisma } from '~/platform/database/db.server';
import { resendMail } from './mail-resend';

const resend = (mailId: string) => resendMail({ mailId, actor: 'staff:usr_support', address: '192.0.2.7' });

test('a waiting email is sent again, and who requested it is audited; a sent one is left alone', async () => {
  const mailId = await sendMail(prisma, {
    to: 'late@example.com',
    template: 'staff-invitation',
    props: { link: 'http://localhost:3000/staff/invitation/x', role: 'support' },
  });
  expect(await resend(mailId)).toBe('queued');
  await prisma.mail.update({ where: { id: mailId }, data: { status: 'sent', sealed: null } });
  expect(await resend(mailId)).toBe('nothing_to_send');

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
