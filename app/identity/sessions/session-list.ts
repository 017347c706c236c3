import type { AuditAction, AuditActor, AuditValues } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import { isId } from '~/platform/ids';
import { forgetDevices } from '~/identity/login/known-device';
import { recordUserAudit } from '~/identity/users/user-audit';
import type { Area, SignInMethod } from './session-store';
import { lockSessions } from './sessions';
import { describeDevice } from './user-agent';

/** `isOwn`: the current session. */
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

/** A longer list is an attack or a mistake, and can be ended as a whole. */
const maxListedSessions = 100;

/**
 * A person's active sessions in both areas: the current one (`ownId`) first, then by last use. Each has an ID
 * that survives a new token, so that an open list can still end it.
 */
export async function listSessions(userId: string, ownId: string): Promise<OpenSession[]> {
  const rows = await prisma.$queryRaw<(Omit<OpenSession, 'device'> & { userAgent: string })[]>`
    select public_id as id, id = ${ownId} as "isOwn", area, user_agent as "userAgent", address, method, created_at as "signedInAt", last_used_at as "lastUsedAt"
    from sessions where user_id = ${userId} and expires_at > now() and ends_at > now() order by "isOwn" desc, last_used_at desc, public_id limit ${maxListedSessions}`;
  return rows.map(({ userAgent, ...session }) => ({ ...session, device: describeDevice(userAgent) }));
}

/** `area`: where the person is logged in. */
type SessionActor = { userId: string; area: Area; address?: string };

/**
 * Ends one of a person's own sessions by its ID in the list, and forgets their devices. `gone`: there was
 * none.
 */
export async function endSessionById(
  publicId: string,
  { ownId, ...actor }: SessionActor & { ownId: string },
): Promise<'ended' | 'logged_out' | 'gone'> {
  if (!isId('ses', publicId)) return 'gone';
  const [ended] = await endSessions(byOwner(actor), (db) =>
    db.session.findMany({ where: { publicId, userId: actor.userId } }),
  );
  return !ended ? 'gone' : ended.id === ownId ? 'logged_out' : 'ended';
}

/**
 * Ends all sessions of a person in both areas except the current one, and forgets all devices.
 * @returns whether there was another one
 */
export async function endOtherSessions(ownId: string, actor: SessionActor): Promise<boolean> {
  return (
    (
      await endSessions(byOwner(actor), (db) =>
        db.session.findMany({ where: { userId: actor.userId, id: { not: ownId } } }),
      )
    ).length > 0
  );
}

/**
 * Logs a person out in all browsers and both areas, and forgets their devices, for an operator. Their password and
 * second factor stay. `notify`: runs in the same transaction, if sessions were ended.
 * @returns whether they were logged in
 */
export async function endSessionsOfPerson(
  change: { userId: string; actor: AuditActor; address?: string },
  notify?: (db: Database) => Promise<void>,
): Promise<boolean> {
  const ended = await endSessions(
    { ...change, action: 'person_logged_out' },
    (db) => db.session.findMany({ where: { userId: change.userId } }),
    notify,
  );
  return ended.length > 0;
}

type SessionToEnd = { id: string; userAgent: string; address: string };

const byOwner = ({ userId, area, address }: SessionActor) => ({
  userId,
  address,
  actor: `${area}:${userId}` as const,
  action: 'sessions_ended' as const,
});

async function endSessions(
  { userId, ...entry }: { userId: string; address?: string; actor: AuditActor; action: AuditAction },
  findSessions: (db: Database) => Promise<SessionToEnd[]>,
  notify?: (db: Database) => Promise<void>,
): Promise<SessionToEnd[]> {
  return prisma.$transaction(async (db) => {
    await lockSessions(db, userId);
    const found = await findSessions(db);
    // Of two concurrent clicks, one finds them.
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
    await recordUserAudit(db, { userId, ...entry, details });
    await notify?.(db);
    return found;
  });
}
