import type { Adapter, DatabaseSession, DatabaseUser } from 'lucia';
import { batchByKey } from '~/platform/concurrency/batching';
import { prisma, type Database } from '~/platform/database/db.server';
import { defineStatement } from '~/platform/database/statement.server';

/**
 * Idle and absolute session lifetimes. A portal session lasts through a workday with breaks, but not overnight
 * (NIST SP 800-63B, 4.1.3). Staff sessions end after a short break, because staff can see everyone's data (PCI
 * DSS 8.2.8).
 */
export const sessionLimits = {
  portal: { idleSeconds: 12 * 3600, absoluteSeconds: 30 * 24 * 3600 },
  staff: { idleSeconds: 15 * 60, absoluteSeconds: 12 * 3600 },
};

/** The areas with separate logins. A session of one isn't valid in the other. */
export type Area = keyof typeof sessionLimits;

/** The methods of confirming an identity. */
export type ConfirmationMethod = 'password' | 'code' | 'recovery_code' | 'passkey';

/** When the session's person last confirmed their identity, by the database's clock, and how. */
export type Confirmation = { confirmedWith: ConfirmationMethod; confirmedSecondsAgo: number };

/** For a person who has just confirmed their identity. */
export const createConfirmation = (confirmedWith: ConfirmationMethod): Confirmation => ({
  confirmedWith,
  confirmedSecondsAgo: 0,
});

/** For a person without a valid confirmation. */
export const expiredConfirmation: Confirmation = {
  confirmedWith: 'password',
  confirmedSecondsAgo: 365 * 24 * 3600,
};

type UserAttributes = { email: string; name: string };
/**
 * How a session started. `renewed`: with a new token, after a change of the person's permissions or
 * credentials.
 */
export type SignInMethod = 'password' | 'password_and_code' | 'passkey' | 'email_link' | 'renewed';

type SessionAttributes = { userAgent: string; address: string; method: SignInMethod } & Confirmation;

declare module 'lucia' {
  interface Register {
    DatabaseUserAttributes: UserAttributes;
    DatabaseSessionAttributes: SessionAttributes;
  }
}

type SessionRow = UserAttributes & SessionAttributes & { id: string; userId: string; secondsLeft: number };

// A prepared statement, because every page runs it.
const findSession = defineStatement<{ id: string; area: Area }, SessionRow>(
  'find-session',
  `select s.id, s.user_id as "userId", s.user_agent as "userAgent", s.address, s.method, s.confirmed_with as "confirmedWith",
    extract(epoch from now() - s.confirmed_at)::float8 as "confirmedSecondsAgo", u.email, u.name, extract(epoch from s.expires_at - now())::float8 as "secondsLeft"
  from sessions s join users u on u.id = s.user_id
  where s.id = :id and s.area = :area and s.expires_at > now() and s.ends_at > now()`,
);

/**
 * The sessions used since the last write, with the time in milliseconds of this process's monotonic clock.
 */
const pendingSessionUses = new Map<string, number>();

/**
 * The session table of one area for Lucia. The database's clock decides when a session ends. Expired sessions
 * aren't found, so reading never writes.
 */
export function createSessionStore(area: Area): Adapter {
  // Each loader of a page reads separately.
  const findSessionBatched = batchByKey((id) => findSession({ id, area }));
  const store: Pick<
    Adapter,
    'getSessionAndUser' | 'updateSessionExpiration' | 'deleteSession' | 'deleteExpiredSessions'
  > = {
    async getSessionAndUser(id) {
      const [row] = await findSessionBatched(id);
      return row ? [toDatabaseSession(row), toDatabaseUser(row)] : [null, null];
    },
    // Pages only read. The use of a session is recorded here and written by writeSessionUses.
    async updateSessionExpiration(id) {
      pendingSessionUses.set(id, performance.now());
    },
    // For a session that ends while it's read. The timer deletes it.
    async deleteSession() {},
    async deleteExpiredSessions() {
      await prisma.$executeRaw`delete from sessions where expires_at <= now() or ends_at <= now()`;
    },
  };
  // Lucia needs the other methods only for functions that sessions.ts doesn't use.
  return store as Adapter;
}

/**
 * Creates a session.
 * @returns whether it's the first one its person ever had
 */
export async function insertSession(
  db: Database,
  {
    id,
    userId,
    area,
    userAgent,
    address,
    method,
    confirmedWith,
    confirmedSecondsAgo,
  }: SessionAttributes & { id: string; userId: string; area: Area },
): Promise<boolean> {
  const { idleSeconds, absoluteSeconds } = sessionLimits[area];
  await db.$executeRaw`
    insert into sessions (id, user_id, area, expires_at, ends_at, user_agent, address, method, confirmed_with, created_at, confirmed_at, last_used_at)
    values (${id}, ${userId}, ${area}, now() + make_interval(secs => ${idleSeconds}), now() + make_interval(secs => ${absoluteSeconds}), ${userAgent}, ${address}, ${method}, ${confirmedWith},
            now(), now() - make_interval(secs => ${confirmedSecondsAgo}), now())`;
  return (
    (await db.$executeRaw`update users set first_session_at = now() where id = ${userId} and first_session_at is null`) >
    0
  );
}

/**
 * The last confirmation of the session's person. Null when the session has ended or belongs to someone else.
 */
export async function findConfirmation(
  db: Database,
  { id, userId, area }: { id: string; userId: string; area: Area },
): Promise<Confirmation | null> {
  const [found] = await db.$queryRaw<Confirmation[]>`
    select confirmed_with as "confirmedWith", extract(epoch from now() - confirmed_at)::float8 as "confirmedSecondsAgo" from sessions
    where id = ${id} and user_id = ${userId} and area = ${area} and expires_at > now() and ends_at > now()`;
  return found ?? null;
}

/**
 * Extends the idle limit of the sessions used since the last call, but not beyond their absolute end. Called
 * by a timer.
 */
export async function writeSessionUses(): Promise<void> {
  const ids = [...pendingSessionUses.keys()];
  const secondsAgo = [...pendingSessionUses.values()].map((usedAt) => (performance.now() - usedAt) / 1000);
  pendingSessionUses.clear();
  if (!ids.length) return;
  await prisma.$executeRaw`
    update sessions set expires_at = least(greatest(expires_at, now() + make_interval(secs => idle - ago)), ends_at), last_used_at = greatest(last_used_at, now() - make_interval(secs => ago))
    from unnest(${ids}::text[], ${secondsAgo}::float8[]) as use (session_id, ago),
         (values ('portal', ${sessionLimits.portal.idleSeconds}::float8), ('staff', ${sessionLimits.staff.idleSeconds}::float8)) as limits (of_area, idle)
    where id = session_id and area = of_area and expires_at > now()`;
}

/**
 * Gives the session a new ID, confirmed now.
 * @returns whether it existed: of two concurrent renewals, one succeeds
 */
export async function renewSession(
  area: Area,
  { id, newId, confirmedWith }: { id: string; newId: string; confirmedWith: ConfirmationMethod },
): Promise<boolean> {
  const { idleSeconds } = sessionLimits[area];
  const updatedCount = await prisma.$executeRaw`
    update sessions set id = ${newId}, confirmed_at = now(), confirmed_with = ${confirmedWith}, last_used_at = now(), expires_at = least(now() + make_interval(secs => ${idleSeconds}), ends_at)
    where id = ${id} and area = ${area} and expires_at > now() and ends_at > now()`;
  return updatedCount === 1;
}

function toDatabaseSession({
  id,
  userId,
  userAgent,
  address,
  method,
  confirmedWith,
  confirmedSecondsAgo,
  secondsLeft,
}: SessionRow): DatabaseSession {
  // Lucia compares with this process's clock, so the end is converted to it.
  return {
    id,
    userId,
    expiresAt: new Date(Date.now() + secondsLeft * 1000),
    attributes: { userAgent, address, method, confirmedWith, confirmedSecondsAgo },
  };
}

function toDatabaseUser({ userId, email, name }: SessionRow): DatabaseUser {
  return { id: userId, attributes: { email, name } };
}
