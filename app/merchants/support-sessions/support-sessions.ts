import { recordAudit } from '~/audit/audit';
import { takeReleasableAttempt } from '~/identity/login/lockout';
import { batchByKey } from '~/platform/concurrency/batching';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { defineStatement } from '~/platform/database/statement.server';
import { endSupportSessionInTransaction } from './support-session-end';
import type { supportSessionMinutes } from './support-session-duration';
import { isActiveSupportSessionSql, supportSessionRoles } from './active-support-sessions';
import type { MemberAccount } from '~/merchants/team/members';
import { notifyMembers } from '~/merchants/notifications/notifications';

/** An active support session: its staff member, account, and end. */
export type SupportSession = {
  id: string;
  account: MemberAccount;
  environment: Environment;
  endsAt: Date;
  /** By the database's clock at the time of the query. */ secondsLeft: number;
};

type SupportSessionRow = Omit<MemberAccount, 'id'> & {
  id: string;
  accountId: string;
  environment: Environment;
  endsAt: Date;
  secondsLeft: number;
};

// The statement that allows a page also records it, so no page is viewed without a record.
const findSupportSessionRow = defineStatement<
  { id: string; sessionId: string; roles: string[]; path: string | null; address: string },
  SupportSessionRow
>(
  'find-support-session',
  `with support_session as (
    select ss.id, ss.account_id, ss.environment, ss.ends_at, a.name, a.time_zone, a.mode, a.status
    from support_sessions ss join accounts a on a.id = ss.account_id join staff_members m on m.user_id = ss.staff_user_id join sessions s on s.id = ss.session_id
    where ss.id = :id and ss.session_id = :sessionId and ${isActiveSupportSessionSql} and m.role = any(:roles::text[])
  ), page as (
    insert into support_session_pages (support_session_id, environment, path, address)
    select id, case when mode = 'live' then environment else 'test' end, :path::text, :address::text from support_session where :path::text is not null
  )
  select id, account_id as "accountId", case when mode = 'live' then environment else 'test' end as environment, ends_at as "endsAt", extract(epoch from ends_at - now())::float8 as "secondsLeft", name, time_zone as "timeZone", mode, status from support_session`,
);

// Each loader of a page reads separately. The separator occurs in none of the parts.
const findSupportSessionBatched = batchByKey((key) => {
  const [id, sessionId, path, address] = key.split('\n') as [string, string, string, string];
  return findSupportSessionRow({ id, sessionId, roles: supportSessionRoles, path: path || null, address });
});

type SupportSessionQuery = {
  id: string;
  sessionId: string;
  /** The requested page, which is recorded. */ page?: { path: string; address: string };
};

/**
 * The active support session with this ID in the staff session that started it. Null when it has ended or
 * belongs to another one.
 */
export async function findSupportSession({
  id,
  sessionId,
  page,
}: SupportSessionQuery): Promise<SupportSession | null> {
  const [row] = await findSupportSessionBatched(
    [id, sessionId, page?.path ?? '', page?.address ?? ''].join('\n'),
  );
  if (!row) return null;
  const { accountId, name, timeZone, mode, status, environment, endsAt, secondsLeft } = row;
  return { id, environment, endsAt, secondsLeft, account: { id: accountId, name, timeZone, mode, status } };
}

/** Marks the page just requested in a support session as rejected: it wasn't shown. */
export async function rejectSupportSessionPage({ id, path }: { id: string; path: string }): Promise<void> {
  await prisma.$executeRaw`update support_session_pages set refused = true where id = (select max(id) from support_session_pages where support_session_id = ${id} and path = ${path}) and not refused`;
}

type SupportSessionInput = {
  staff: { id: string; name: string };
  sessionId: string;
  accountId: string;
  /** 10 to 500 characters, which the merchant can read. */
  reason: string;
  caseReference?: string;
  minutes: (typeof supportSessionMinutes)[number];
  address: string;
};

/**
 * Starts a support session, in live if the account is live, and notifies the merchant. Submitting the form
 * twice starts only one. Staff can start 20 a day; exceeding that limit is audited.
 * @returns the support session's ID, or why not: `one_at_a_time` while another one is active in this session,
 * `own_account` for a member of the account
 */
export async function startSupportSession(
  sessionInput: SupportSessionInput,
): Promise<{ id: string } | 'unknown_account' | 'own_account' | 'one_at_a_time' | 'too_many'> {
  const { staff, accountId, address } = sessionInput;
  const attempt = await takeReleasableAttempt('support_session', staff.id);
  if (attempt.waitSeconds) {
    await recordAudit(prisma, {
      actor: `staff:${staff.id}`,
      action: 'support_session_rejected',
      subject: accountId,
      address,
    });
    return 'too_many';
  }
  const outcome = await insertSupportSession(sessionInput);
  if (typeof outcome === 'string' || outcome.isDuplicate) await attempt.release();
  return typeof outcome === 'string' ? outcome : { id: outcome.id };
}

function insertSupportSession({
  staff,
  sessionId,
  accountId,
  reason,
  caseReference,
  minutes,
  address,
}: SupportSessionInput): Promise<
  { id: string; isDuplicate: boolean } | 'unknown_account' | 'own_account' | 'one_at_a_time'
> {
  return prisma.$transaction(async (db) => {
    const account = await db.account.findUnique({ where: { id: accountId }, select: { mode: true } });
    if (!account) return 'unknown_account';
    if (
      await db.member.findUnique({
        where: { accountId_userId: { accountId, userId: staff.id } },
        select: { role: true },
      })
    )
      return 'own_account';
    // An ended one that isn't recorded as ended yet doesn't block a new one.
    await endSupportSessionInTransaction(db, { sessionId, onlyIfOver: true });
    const id = createId('sup');
    const [supportSession] = await db.$queryRaw<{ startedAt: Date }[]>`
      insert into support_sessions (id, staff_user_id, session_id, account_id, environment, reason, case_reference, address, started_at, ends_at)
      values (${id}, ${staff.id}, ${sessionId}, ${accountId}, ${account.mode}, ${reason}, ${caseReference ?? null}, ${address}, now(), now() + make_interval(mins => ${minutes}::int))
      on conflict (session_id) where ended_at is null do nothing returning started_at as "startedAt"`;
    if (!supportSession) return findSameSupportSession(db, { sessionId, accountId, reason });
    const details = { by: staff.name, reason, case: caseReference ?? null, minutes };
    await recordAudit(db, {
      actor: `staff:${staff.id}`,
      action: 'support_session_started',
      accountId,
      subject: id,
      details,
      address,
    });
    const notificationProps = {
      by: staff.name,
      reason,
      caseReference: caseReference ?? null,
      startedAt: supportSession.startedAt.toISOString(),
      minutes,
    };
    await notifyMembers(
      db,
      accountId,
      'support_sessions',
      'support-session-started',
      notificationProps,
      `/audit-log/support-sessions/${id}`,
    );
    return { id, isDuplicate: false };
  });
}

async function findSameSupportSession(
  db: Database,
  duplicateQuery: { sessionId: string; accountId: string; reason: string },
): Promise<{ id: string; isDuplicate: true } | 'one_at_a_time'> {
  const supportSession = await db.supportSession.findFirst({
    where: { ...duplicateQuery, endedAt: null },
    select: { id: true },
  });
  return supportSession ? { id: supportSession.id, isDuplicate: true } : 'one_at_a_time';
}

/** Switches the support session's environment. An account that isn't live stays in test. */
export async function switchSupportSessionEnvironment({
  sessionId,
  environment,
}: {
  sessionId: string;
  environment: Environment;
}): Promise<void> {
  await prisma.supportSession.updateMany({ where: { sessionId, endedAt: null }, data: { environment } });
}
