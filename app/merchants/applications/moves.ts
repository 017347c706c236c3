import { recordAudit, type AuditActor } from '~/audit/audit';
import type { Database } from '~/platform/db.server';
import type { Prisma } from '~/platform/prisma/client';
import type { Application } from './applications';
import { nextState, type ApplicationMove } from './states';

type Move = {
  event: ApplicationMove;
  /** portal:<user id>, staff:<user id> or system:<job> */
  actor: AuditActor;
  /** Where the actor acts from. */
  address?: string;
  /** What the other side reads. */
  words?: string;
  data?: Prisma.ApplicationUncheckedUpdateManyInput;
};

/**
 * The one setter of an application's state: moves it along an edge of states.ts, from what the caller has seen, and writes the
 * history; of a move by the staff the audit too. `moved_on` when it is not there any more, or the edge does not exist.
 */
export async function moveApplication(db: Database, seen: Pick<Application, 'id' | 'accountId' | 'version' | 'state' | 'round'>, move: Move): Promise<'moved' | 'moved_on'> {
  const { id, version } = seen;
  const state = nextState(seen.state, move.event);
  if (!state) return 'moved_on';
  const { count } = await db.application.updateMany({
    where: { id, version, state: seen.state },
    data: { reviewerId: null, ...move.data, state, version: version + 1, updatedAt: new Date() },
  });
  if (!count) return 'moved_on';
  const round = typeof move.data?.round === 'number' ? move.data.round : seen.round;
  await recordEvent(db, { applicationId: id, type: move.event, round, actor: move.actor, words: move.words });
  if (move.actor.startsWith('staff:')) await recordStep(db, { ...move, actor: move.actor, action: move.event, application: seen });
  return 'moved';
}

type Step = { actor: AuditActor; address?: string; action: string; application: Pick<Application, 'id' | 'accountId' | 'round'> };

/** Writes down what somebody of the staff did to an application, and from where (PCI DSS 10.2). What they wrote stands in the history. */
export async function recordStep(db: Database, { actor, address, action, application: { id, accountId, round } }: Step): Promise<void> {
  await recordAudit(db, { actor, action: `application_${action}`, accountId, subject: id, details: { round }, address });
}

export async function recordEvent(db: Database, event: { applicationId: string; type: string; round: number; actor: string; words?: string; internal?: boolean }): Promise<void> {
  await db.applicationEvent.create({ data: event });
}
