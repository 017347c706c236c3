import type { Database } from '~/platform/db.server';
import type { Prisma } from '~/platform/prisma/client';
import type { Application } from './applications';
import { nextState, type ApplicationMove } from './states';

type Move = {
  event: ApplicationMove;
  /** portal:<user id>, staff:<user id> or system:<job> */
  actor: string;
  /** What the other side reads. */
  words?: string;
  data?: Prisma.ApplicationUncheckedUpdateManyInput;
};

/**
 * The one setter of an application's state: moves it along an edge of states.ts, from what the caller has seen, and writes the
 * history. `moved_on` when it is not there any more, or the edge does not exist.
 */
export async function moveApplication(db: Database, seen: Pick<Application, 'id' | 'version' | 'state' | 'round'>, move: Move): Promise<'moved' | 'moved_on'> {
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
  return 'moved';
}

export async function recordEvent(db: Database, event: { applicationId: string; type: string; round: number; actor: string; words?: string; internal?: boolean }): Promise<void> {
  await db.applicationEvent.create({ data: event });
}
