import type { AuditValues } from '~/audit/audit';
import { prisma, type Database } from '~/platform/db.server';
import { isId } from '~/platform/ids';
import { forgetDevices } from './known-device';
import { recordOwnAction } from './own-actions';
import type { Area, SignInMethod } from './session-store';
import { lockSessions } from './sessions';
import { deviceWords } from './user-agent';

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
const longestList = 100;

/**
 * Where a person is logged in, in both areas: the one they are in first (`ownId`), then the last used. What is over is not among them. Each has the id it
 * keeps under a new token, so that a list that was open for a while can still end it.
 */
export async function listSessions(userId: string, ownId = ''): Promise<OpenSession[]> {
  const rows = await prisma.$queryRaw<(Omit<OpenSession, 'device'> & { userAgent: string })[]>`
    select public_id as id, id = ${ownId} as "isOwn", area, user_agent as "userAgent", address, method, created_at as "signedInAt", last_used_at as "lastUsedAt"
    from sessions where user_id = ${userId} and expires_at > now() and ends_at > now() order by "isOwn" desc, last_used_at desc, public_id limit ${longestList}`;
  return rows.map(({ userAgent, ...session }) => ({ ...session, device: deviceWords(userAgent) }));
}

/** `area` is where the person is at work while they do it. */
type By = { userId: string; area: Area; address?: string };

/** Ends one session of a person's own, by its id in the list: its next request is refused, and its browser is a new one to us, as all others are. `gone`: there was none */
export async function endOneSession(
  publicId: string,
  { ownId, ...by }: By & { ownId: string },
): Promise<'ended' | 'logged_out' | 'gone'> {
  if (!isId('ses', publicId)) return 'gone';
  const [ended] = await end(by, (db) => db.session.findMany({ where: { publicId, userId: by.userId } }));
  return !ended ? 'gone' : ended.id === ownId ? 'logged_out' : 'ended';
}

/** Ends all sessions of a person, in both areas, but the one they are in, and forgets all devices. @returns whether there was another one */
export async function endOtherSessions(ownId: string, by: By): Promise<boolean> {
  return (
    (await end(by, (db) => db.session.findMany({ where: { userId: by.userId, id: { not: ownId } } })))
      .length > 0
  );
}

type Found = { id: string; userAgent: string; address: string };

async function end(
  { userId, area, address }: By,
  find: (db: Database) => Promise<Found[]>,
): Promise<Found[]> {
  return prisma.$transaction(async (db) => {
    await lockSessions(db, userId);
    const found = await find(db);
    // Of two clicks at once one finds them still there.
    const { count } = await db.session.deleteMany({
      where: { userId, id: { in: found.map(({ id }) => id) } },
    });
    if (!count) return [];
    await forgetDevices(db, userId);
    const [only, another] = found;
    const details: AuditValues = {
      sessions: count,
      ...(only && !another && { device: deviceWords(only.userAgent), from: only.address }),
    };
    await recordOwnAction(db, {
      userId,
      actor: `${area}:${userId}`,
      action: 'sessions_ended',
      details,
      address,
    });
    return found;
  });
}
