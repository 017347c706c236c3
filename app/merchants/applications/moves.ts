import { recordAudit, type AuditActor, type AuditValues } from '~/audit/audit';
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
 * history and the audit. `moved_on` when it is not there any more, or the edge does not exist.
 */
export async function moveApplication(
  db: Database,
  seen: Pick<Application, 'id' | 'accountId' | 'version' | 'state' | 'round'>,
  move: Move,
): Promise<'moved' | 'moved_on'> {
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
  await recordStep(db, {
    ...move,
    action: move.event,
    application: { ...seen, round },
    change: { before: { state: seen.state }, after: { state } },
  });
  return 'moved';
}

type Change = { before: AuditValues; after: AuditValues };
type Step = {
  actor: AuditActor;
  address?: string;
  action: ApplicationMove | 'snoozed' | 'woken' | 'noted';
  application: Pick<Application, 'id' | 'accountId' | 'round'>;
  change?: Change;
};

/** Writes down what somebody did to an application, and from where (PCI DSS 10.2). What they wrote stands in the history. */
export async function recordStep(
  db: Database,
  { actor, address, action, application: { id, accountId, round }, change }: Step,
): Promise<void> {
  await recordAudit(db, {
    actor,
    action: `application_${action}`,
    accountId,
    subject: id,
    details: { round },
    ...change,
    address,
  });
}

export async function recordEvent(
  db: Database,
  event: {
    applicationId: string;
    type: string;
    round: number;
    actor: string;
    words?: string;
    internal?: boolean;
  },
): Promise<void> {
  await db.applicationEvent.create({ data: event });
}
