import { recordAudit, type AuditActor } from '~/audit/audit';
import { sendMailAgain } from '~/mail/outbox';
import { prisma } from '~/platform/db.server';

/** Lets a mail that has not got through be tried again, and writes down who wanted it. */
export async function resendMail({
  mailId,
  actor,
  address,
}: {
  mailId: string;
  actor: AuditActor;
  address?: string;
}): Promise<'queued' | 'nothing_to_send'> {
  return prisma.$transaction(async (tx) => {
    const outcome = await sendMailAgain(tx, mailId);
    if (outcome === 'queued')
      await recordAudit(tx, { actor, action: 'mail_resent', subject: mailId, address });
    return outcome;
  });
}
