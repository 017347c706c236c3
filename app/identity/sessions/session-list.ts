import type { AuditValues } from '~/audit/audit';
import { prisma, type Database } from '~/platform/db.server';
import { isId } from '~/platform/ids';
import { forgetDevices } from '~/identity/login/known-device';
import { recordUserAudit } from '~/identity/users/user-audit';
import type { Area, SignInMethod } from './session-store';
import { lockSessions } from './sessions';
import { describeDevice } from './user-agent';

/** `isOwn`: the one that asks. */
type OpenSession = {
  id: string;
  isOwn: boolean;
  area: Area;
  device: string;
  address: string;
  method: SignInMethod;
  signedInAt: Date;
  lastUsedAt: Date;
};

/** A list that is longer is an attack or a mistake, and can be ended as a whole. */
const maxListedSessions = 100;

/**
 * Where a person is logged in, in both areas: the one they are in first (`ownId`), then the last used. What is over is not among them. Each has the id it
 * keeps under a new token, so that a list that was open for a while can still end it.
 */
export async function listSessions(userId: string, ownId = ''): Promise<OpenSession[]> {
  const rows = await prisma.$queryRaw<(Omit<OpenSession, 'device'> & { userAgent: string })[]>`
    select public_id as id, id = ${ownId} as "isOwn", area, user_agent as "userAgent", address, method, created_at as "signedInAt", last_used_at as "lastUsedAt"
    from sessions where user_id = ${userId} and expires_at > now() and ends_at > now() order by "isOwn" desc, last_used_at desc, public_id limit ${maxListedSessions}`;
  return rows.map(({ userAgent, ...session }) => ({ ...session, device: describeDevice(userAgent) }));
}

/** `area` is where the person is at work while they do it. */
type SessionActor = { userId: string; area: Area; address?: string };

/** Ends one session of a person's own, by its id in the list: its next request is refused, and its browser is a new one to us, as all others are. `gone`: there was none */
export async function endSessionById(
  publicId: string,
  { ownId, ...actor }: SessionActor & { ownId: string },
): Promise<'ended' | 'logged_out' | 'gone'> {
  if (!isId('ses', publicId)) return 'gone';
  const [ended] = await endSessions(actor, (db) =>
    db.session.findMany({ where: { publicId, userId: actor.userId } }),
  );
  return !ended ? 'gone' : ended.id === ownId ? 'logged_out' : 'ended';
}

/** Ends all sessions of a person, in both areas, but the one they are in, and forgets all devices. @returns whether there was another one */
export async function endOtherSessions(ownId: string, actor: SessionActor): Promise<boolean> {
  return (
    (
      await endSessions(actor, (db) =>
        db.session.findMany({ where: { userId: actor.userId, id: { not: ownId } } }),
      )
    ).length > 0
  );
}

type SessionToEnd = { id: string; userAgent: string; address: string };

async function endSessions(
  { userId, area, address }: SessionActor,
  findSessions: (db: Database) => Promise<SessionToEnd[]>,
): Promise<SessionToEnd[]> {
  return prisma.$transaction(async (db) => {
    await lockSessions(db, userId);
    const found = await findSessions(db);
    // Of two clicks at once one finds them still there.
    const { count } = await db.session.deleteMany({
      where: { userId, id: { in: found.map(({ id }) => id) } },
    });
    if (!count) return [];
    await forgetDevices(db, userId);
    const [firstSession, secondSession] = found;
    const details: AuditValues = {
      sessions: count,
      ...(firstSession &&
        !secondSession && { device: describeDevice(firstSession.userAgent), from: firstSession.address }),
    };
    await recordUserAudit(db, {
      userId,
      actor: `${area}:${userId}`,
      action: 'sessions_ended',
      details,
      address,
    });
    return found;
  });
}
