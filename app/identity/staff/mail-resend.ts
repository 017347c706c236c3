import { recordAudit, type AuditActor } from '~/audit/audit';
import { resendCopy, type ResendOutcome } from '~/mail/copy-resend';
import { requeueMail } from '~/mail/outbox';
import { prisma } from '~/platform/database/db.server';
import { isId } from '~/platform/ids';

/** Retries a waiting email, or sends another one again from its copy, and audits who requested it. */
export async function resendMail({
  mailId,
  actor,
  address,
}: {
  mailId: string;
  actor: AuditActor;
  address?: string;
}): Promise<ResendOutcome> {
  if (!isId('mail', mailId)) return 'nothing_to_send';
  return prisma.$transaction(async (tx) => {
    const isRetried = (await requeueMail(tx, mailId)) === 'queued';
    const outcome = isRetried ? 'queued' : await resendCopy(tx, mailId);
    if (outcome === 'queued')
      await recordAudit(tx, { actor, action: 'mail_resent', subject: mailId, address });
    return outcome;
  });
}
