// End of a support session (read-only staff impersonation): by staff, at logout, or when its conditions no
// longer hold.
import { recordAudit } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import { Prisma } from '~/platform/prisma/client';
import { supportSessionEndReasonLabels, type SupportSessionEndReason } from './end-reason-labels';
import {
  isOpenAccountSql,
  isLoggedInSql,
  isStaffMemberSql,
  supportSessionRoles,
  hasTimeLeftSql,
} from './active-support-sessions';

type EndedSupportSession = {
  id: string;
  staffUserId: string;
  accountId: string;
  endReason: SupportSessionEndReason;
  name: string;
  reason: string;
  pages: number;
};

/**
 * Ends a staff session's support session, if any, in the caller's transaction: for `endReason` or, with
 * `onlyIfOver`, only if its conditions no longer hold.
 * @returns its ID
 */
export async function endSupportSessionInTransaction(
  db: Database,
  {
    sessionId,
    endReason = 'manual',
    onlyIfOver = false,
    address,
  }: { sessionId: string; endReason?: 'manual' | 'logged_out'; onlyIfOver?: boolean; address?: string },
): Promise<string | null> {
  const [id] = await recordSupportSessionEnds(db, {
    condition: Prisma.sql`ss.session_id = ${sessionId}`,
    defaultEndReason: onlyIfOver ? null : endReason,
    address,
  });
  return id ?? null;
}

/** Ends a staff session's support session, if any, in a transaction of its own. */
export function endSupportSession(endInput: {
  sessionId: string;
  endReason: 'manual' | 'logged_out';
  address: string;
}): Promise<string | null> {
  return prisma.$transaction((db) => endSupportSessionInTransaction(db, endInput));
}

/** Records the end of expired support sessions, which no longer give access. Called by a timer. */
export async function endExpiredSupportSessions(): Promise<void> {
  await prisma.$transaction((db) =>
    recordSupportSessionEnds(db, { condition: Prisma.sql`true`, defaultEndReason: null }),
  );
}

/**
 * Records the end of up to 100 support sessions, with the reason. `defaultEndReason`: the reason for active
 * sessions; null leaves them active.
 */
async function recordSupportSessionEnds(
  db: Database,
  {
    condition,
    defaultEndReason,
    address,
  }: { condition: Prisma.Sql; defaultEndReason: SupportSessionEndReason | null; address?: string },
): Promise<string[]> {
  const endedSessions = await db.$queryRaw<EndedSupportSession[]>`
    with ended as (
      select ss.id, u.name, case
        when not ${Prisma.raw(hasTimeLeftSql)} then 'expired'
        when m.user_id is null or not (${Prisma.raw(isStaffMemberSql)}) or m.role <> all(${supportSessionRoles}::text[]) then 'role_removed'
        when not ${Prisma.raw(isOpenAccountSql)} then 'account_closed'
        when s.id is null or not (${Prisma.raw(isLoggedInSql)}) then 'login_ended'
        else ${defaultEndReason}::text end as end_reason
      from support_sessions ss join accounts a on a.id = ss.account_id join users u on u.id = ss.staff_user_id
        left join staff_members m on m.user_id = ss.staff_user_id left join sessions s on s.id = ss.session_id
      where ss.ended_at is null and ${condition} order by ss.id limit 100)
    update support_sessions set ended_at = least(now(), ends_at), end_reason = ended.end_reason
    from ended where support_sessions.id = ended.id and support_sessions.ended_at is null and ended.end_reason is not null
    returning support_sessions.id, support_sessions.staff_user_id as "staffUserId", support_sessions.account_id as "accountId", support_sessions.end_reason as "endReason", support_sessions.reason, ended.name,
      (select count(*)::int from support_session_pages p where p.support_session_id = support_sessions.id and not p.refused) as pages`;
  // In the order in which the accounts' chains are locked.
  const sortedSessions = endedSessions.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1));
  for (const { id, staffUserId, accountId, endReason, name, reason, pages } of sortedSessions) {
    // A person ended it, or the product found it ended.
    const actor =
      endReason === defaultEndReason
        ? (`staff:${staffUserId}` as const)
        : ('system:end-support-sessions' as const);
    await recordAudit(db, {
      actor,
      action: 'support_session_ended',
      accountId,
      subject: id,
      details: { by: name, reason, pages, how: supportSessionEndReasonLabels[endReason] },
      address,
    });
  }
  return endedSessions.map(({ id }) => id);
}
