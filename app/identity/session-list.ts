import type { AuditValues } from '~/audit/audit';
import { prisma, type Database } from '~/platform/db.server';
import { forgetDevices } from './known-device';
import { recordOwnAction } from './own-actions';
import type { Area, SignInMethod } from './session-store';
import { lockSessions } from './sessions';
import { deviceWords } from './user-agent';

export type OpenSession = { id: string; area: Area; device: string; address: string; method: SignInMethod; signedInAt: Date; lastUsedAt: Date };

/** A list that is longer is an attack or a mistake, and can be ended as a whole. */
const longestList = 100;

/** Where a person is logged in, in both areas: the last used first. What is over is not among them. */
export async function listSessions(userId: string): Promise<OpenSession[]> {
  const rows = await prisma.$queryRaw<(Omit<OpenSession, 'device'> & { userAgent: string })[]>`
    select id, area, user_agent as "userAgent", address, method, created_at as "signedInAt", last_used_at as "lastUsedAt"
    from sessions where user_id = ${userId} and expires_at > now() and ends_at > now() order by last_used_at desc, id limit ${longestList}`;
  return rows.map(({ userAgent, ...session }) => ({ ...session, device: deviceWords(userAgent) }));
}

/** `area` is where the person is at work while they do it. */
type By = { userId: string; area: Area; address?: string };

/** Ends one session of a person's own: its next request is refused, and its browser is a new one to us, as all others are. @returns whether there was one */
export function endOneSession(id: string, by: By): Promise<boolean> {
  return end(by, (db) => db.session.findMany({ where: { id, userId: by.userId } }));
}

/** Ends all sessions of a person, in both areas, but the one they are in, and forgets all devices. @returns whether there was another one */
export function endOtherSessions(ownId: string, by: By): Promise<boolean> {
  return end(by, (db) => db.session.findMany({ where: { userId: by.userId, id: { not: ownId } } }));
}

async function end({ userId, area, address }: By, find: (db: Database) => Promise<{ id: string; userAgent: string; address: string }[]>): Promise<boolean> {
  return prisma.$transaction(async (db) => {
    await lockSessions(db, userId);
    const found = await find(db);
    // Of two clicks at once one finds them still there.
    const { count } = await db.session.deleteMany({ where: { userId, id: { in: found.map(({ id }) => id) } } });
    if (!count) return false;
    await forgetDevices(db, userId);
    const [only, another] = found;
    const details: AuditValues = { sessions: count, ...(only && !another && { device: deviceWords(only.userAgent), from: only.address }) };
    await recordOwnAction(db, { userId, actor: `${area}:${userId}`, action: 'sessions_ended', details, address });
    return true;
  });
}
