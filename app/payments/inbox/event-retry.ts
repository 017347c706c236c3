import { recordAudit, type AuditActor } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';

/**
 * Makes the next attempt to process an event due now, even after the last attempt. A job makes it within seconds. The audit
 * log records who requested it.
 */
export async function requestEventAttempt({
  sequence,
  actor,
  address,
}: {
  sequence: string;
  actor: AuditActor;
  address?: string;
}): Promise<'due' | 'nothing_to_process'> {
  return prisma.$transaction(async (db) => {
    const [event] = await db.$queryRaw<{ connectionId: string; eventId: string; attempts: number }[]>`
      update acquirer_events set next_attempt_at = now() where sequence = ${BigInt(sequence)} and processed_at is null
      returning connection_id as "connectionId", event_id as "eventId", attempts`;
    if (!event) return 'nothing_to_process';
    const { connectionId, eventId, attempts } = event;
    await recordAudit(db, {
      actor,
      action: 'acquirer_event_attempt_requested',
      subject: connectionId,
      details: { event: eventId, attempts },
      address,
    });
    return 'due';
  });
}
