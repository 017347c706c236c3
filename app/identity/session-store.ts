import type { Adapter, DatabaseSession, DatabaseUser } from 'lucia';
import { prisma } from '~/platform/db.server';

/** Logged out after 12 hours without a click: a working day with its breaks passes, a computer left overnight does not. */
export const idleSeconds = 12 * 3600;

/** Logged out 30 days after login, however busy (NIST SP 800-63B, 4.1.3). */
export const absoluteSeconds = 30 * 24 * 3600;

export type UserAttributes = { email: string; name: string };
export type SessionAttributes = { userAgent: string; address: string };

declare module 'lucia' {
  interface Register {
    DatabaseUserAttributes: UserAttributes;
    DatabaseSessionAttributes: SessionAttributes;
  }
}

type Row = UserAttributes & SessionAttributes & { id: string; userId: string; secondsLeft: number };

const used = new Set<string>();

/**
 * Where Lucia keeps sessions. The database's clock decides when one ends; what is over is not found, so reading a session
 * never writes.
 */
export const sessionStore: Adapter = {
  async getSessionAndUser(id) {
    const [row] = await prisma.$queryRaw<Row[]>`
      select s.id, s.user_id as "userId", s.user_agent as "userAgent", s.address, u.email, u.name,
             extract(epoch from s.expires_at - now())::float8 as "secondsLeft"
      from sessions s join users u on u.id = s.user_id
      where s.id = ${id} and s.expires_at > now() and s.ends_at > now()`;
    return row ? [sessionOf(row), userOf(row)] : [null, null];
  },
  async getUserSessions(userId) {
    const rows = await prisma.$queryRaw<Row[]>`
      select id, user_id as "userId", user_agent as "userAgent", address, extract(epoch from expires_at - now())::float8 as "secondsLeft"
      from sessions where user_id = ${userId} and expires_at > now() and ends_at > now() order by created_at desc`;
    return rows.map(sessionOf);
  },
  async setSession({ id, userId, attributes }) {
    await prisma.$executeRaw`
      insert into sessions (id, user_id, expires_at, ends_at, user_agent, address)
      values (${id}, ${userId}, now() + make_interval(secs => ${idleSeconds}), now() + make_interval(secs => ${absoluteSeconds}),
              ${attributes.userAgent}, ${attributes.address})`;
  },
  // Pages only read; that a session was used is noted here and written by writeUsedSessions.
  async updateSessionExpiration(id) {
    used.add(id);
  },
  async deleteSession(id) {
    await prisma.session.deleteMany({ where: { id } });
  },
  async deleteUserSessions(userId) {
    await prisma.session.deleteMany({ where: { userId } });
  },
  async deleteExpiredSessions() {
    await prisma.$executeRaw`delete from sessions where expires_at <= now() or ends_at <= now()`;
  },
};

/** Moves the idle limit of the sessions used since the last call, never past their absolute end. Called by a timer. */
export async function writeUsedSessions(): Promise<void> {
  const ids = [...used];
  used.clear();
  if (!ids.length) return;
  await prisma.$executeRaw`
    update sessions set expires_at = least(now() + make_interval(secs => ${idleSeconds}), ends_at)
    where id = any(${ids}) and expires_at > now()`;
}

function sessionOf({ id, userId, userAgent, address, secondsLeft }: Row): DatabaseSession {
  // Lucia compares with this process's clock, so the end is told in it.
  return { id, userId, expiresAt: new Date(Date.now() + secondsLeft * 1000), attributes: { userAgent, address } };
}

function userOf({ userId, email, name }: Row): DatabaseUser {
  return { id: userId, attributes: { email, name } };
}
