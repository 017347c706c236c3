import { recordAudit, type AuditActor } from '~/audit/audit';
import { requeueMail } from '~/mail/outbox';
import { prisma } from '~/platform/database/db.server';

/** Resends a failed email and audits who requested it. */
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
    const outcome = await requeueMail(tx, mailId);
    if (outcome === 'queued')
      await recordAudit(tx, { actor, action: 'mail_resent', subject: mailId, address });
    return outcome;
  });
}
