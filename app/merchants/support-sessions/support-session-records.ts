import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import type { Prisma } from '~/platform/prisma/client';
import type { SupportSessionEndReason } from './end-reason-labels';

/** A support session for those who can view it. `endedAt` and `endReason` are null while it's active. */
export type SupportSessionRecord = {
  id: string;
  by: string;
  staffUserId: string;
  account: { id: string; name: string };
  reason: string;
  caseReference: string | null;
  startedAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  endReason: SupportSessionEndReason | null;
  /** The viewed pages, without rejected ones. */
  pages: number;
};

export type SupportSessionPageRecord = {
  id: string;
  environment: Environment;
  path: string;
  address: string;
  refused: boolean;
  seenAt: Date;
};

/**
 * Retention of viewed pages in days: a year and time to review it. The support session itself and its reason
 * are permanent.
 */
const pageRetentionDays = 400;

const recordInclude = {
  staffUser: { select: { name: true } },
  account: { select: { id: true, name: true } },
  _count: { select: { pages: { where: { refused: false } } } },
} as const satisfies Prisma.SupportSessionInclude;

type SupportSessionRow = Prisma.SupportSessionGetPayload<{ include: typeof recordInclude }>;

/** All support sessions, newest first. `before` of the next page is null at the end. */
export async function listSupportSessions({
  before,
  limit = 25,
  ...where
}: {
  staffUserId?: string;
  accountId?: string;
  before?: string;
  limit?: number;
}): Promise<{ supportSessions: SupportSessionRecord[]; before: string | null }> {
  const rows = await prisma.supportSession.findMany({
    where: { ...where, id: { lt: before } },
    orderBy: { id: 'desc' },
    take: limit + 1,
    include: recordInclude,
  });
  const supportSessions = rows.slice(0, limit).map(toSupportSessionRecord);
  return { supportSessions, before: rows.length > limit ? supportSessions.at(-1)!.id : null };
}

/** One support session, optionally restricted to an account or a staff member. */
export async function findSupportSessionRecord(where: {
  id: string;
  accountId?: string;
  staffUserId?: string;
}): Promise<SupportSessionRecord | null> {
  const row = await prisma.supportSession.findFirst({ where, include: recordInclude });
  return row && toSupportSessionRecord(row);
}

/** A staff member's latest support session. */
export async function findLatestSupportSession(staffUserId: string): Promise<SupportSessionRecord | null> {
  return (await listSupportSessions({ staffUserId, limit: 1 })).supportSessions[0] ?? null;
}

/** The pages viewed in a support session, newest first. `before` of the next page is null at the end. */
export async function listSupportSessionPages({
  supportSessionId,
  before,
  limit = 50,
}: {
  supportSessionId: string;
  before?: string;
  limit?: number;
}): Promise<{ pages: SupportSessionPageRecord[]; before: string | null }> {
  const rows = await prisma.supportSessionPage.findMany({
    where: { supportSessionId: supportSessionId, ...(before && { id: { lt: BigInt(before) } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const pages = rows.slice(0, limit).map(({ id, environment, path, address, refused, viewedAt: seenAt }) => ({
    id: String(id),
    environment: environment as Environment,
    path,
    address,
    refused,
    seenAt,
  }));
  return { pages, before: rows.length > limit ? pages.at(-1)!.id : null };
}

/** All current and former staff members with a support session, for the filter. */
export async function listSupportSessionStaff(): Promise<{ id: string; name: string }[]> {
  const members = await prisma.staffMember.findMany({
    orderBy: { createdAt: 'asc' },
    take: 500,
    select: { user: { select: { id: true, name: true } } },
  });
  return members.map(({ user }) => user);
}

/** The account to view. */
export function findAccountForSupport(
  accountId: string,
): Promise<{ id: string; name: string; mode: string; status: string } | null> {
  return prisma.account.findUnique({
    where: { id: accountId },
    select: { id: true, name: true, mode: true, status: true },
  });
}

const deleteBatchSize = 5_000;

/** Deletes viewed pages after 400 days, a few thousand rows at a time. Called by a timer. */
export async function deleteOldSupportSessionPages(stopping: AbortSignal): Promise<void> {
  for (let deleted = deleteBatchSize; deleted === deleteBatchSize && !stopping.aborted;)
    deleted = await prisma.$executeRaw`
      delete from support_session_pages where id in (
        select id from support_session_pages where viewed_at < now() - make_interval(days => ${pageRetentionDays}::int) order by viewed_at limit ${deleteBatchSize}::int)`;
}

function toSupportSessionRecord({
  id,
  staffUserId,
  staffUser,
  account,
  reason,
  caseReference,
  startedAt,
  endsAt,
  endedAt,
  endReason,
  _count,
}: SupportSessionRow): SupportSessionRecord {
  return {
    id,
    by: staffUser.name,
    staffUserId,
    account,
    reason,
    caseReference,
    startedAt,
    endsAt,
    endedAt,
    endReason: endReason as SupportSessionEndReason | null,
    pages: _count.pages,
  };
}
