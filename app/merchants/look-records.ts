import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import type { Prisma } from '~/platform/prisma/client';
import type { Ending } from './look-words';

/** A look as it is told to those who may know of it. `endedAt` and `ending` are null while it goes on. */
export type LookRecord = {
  id: string;
  by: string;
  staffUserId: string;
  account: { id: string; name: string };
  reason: string;
  caseReference: string | null;
  begunAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  ending: Ending | null;
  /** Those that were seen, without what was refused. */
  pages: number;
};

export type LookPageRecord = {
  id: string;
  environment: Environment;
  path: string;
  address: string;
  refused: boolean;
  seenAt: Date;
};

/** Days for which the pages seen are kept: a year and the time to read back on it. That there was a look, and why, is kept for ever. */
const pagesKeptDays = 400;

const recorded = {
  staffUser: { select: { name: true } },
  account: { select: { id: true, name: true } },
  _count: { select: { pages: { where: { refused: false } } } },
} as const satisfies Prisma.LookInclude;

type Row = Prisma.LookGetPayload<{ include: typeof recorded }>;

/** All looks there were, newest first. `before` of the next page is null when there is none. */
export async function listLooks({
  before,
  limit = 25,
  ...where
}: {
  staffUserId?: string;
  accountId?: string;
  before?: string;
  limit?: number;
}): Promise<{ looks: LookRecord[]; before: string | null }> {
  const rows = await prisma.look.findMany({
    where: { ...where, id: { lt: before } },
    orderBy: { id: 'desc' },
    take: limit + 1,
    include: recorded,
  });
  const looks = rows.slice(0, limit).map(toRecord);
  return { looks, before: rows.length > limit ? looks.at(-1)!.id : null };
}

/** One look, for an account or a person of the staff alone where one is named. */
export async function findLookRecord(where: {
  id: string;
  accountId?: string;
  staffUserId?: string;
}): Promise<LookRecord | null> {
  const row = await prisma.look.findFirst({ where, include: recorded });
  return row && toRecord(row);
}

/** The look that somebody of the staff began last. */
export async function findLatestLook(staffUserId: string): Promise<LookRecord | null> {
  return (await listLooks({ staffUserId, limit: 1 })).looks[0] ?? null;
}

/** What was asked for in a look, newest first. `before` of the next page is null when there is none. */
export async function listLookPages({
  lookId,
  before,
  limit = 50,
}: {
  lookId: string;
  before?: string;
  limit?: number;
}): Promise<{ pages: LookPageRecord[]; before: string | null }> {
  const rows = await prisma.lookPage.findMany({
    where: { lookId, ...(before && { id: { lt: BigInt(before) } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const pages = rows.slice(0, limit).map(({ id, environment, path, address, refused, seenAt }) => ({
    id: String(id),
    environment: environment as Environment,
    path,
    address,
    refused,
    seenAt,
  }));
  return { pages, before: rows.length > limit ? pages.at(-1)!.id : null };
}

/** Whoever of the staff, past and present, may ever have looked, for the filter of the list. */
export async function listLookers(): Promise<{ id: string; name: string }[]> {
  const members = await prisma.staffMember.findMany({
    orderBy: { createdAt: 'asc' },
    take: 500,
    select: { user: { select: { id: true, name: true } } },
  });
  return members.map(({ user }) => user);
}

/** The account that is to be looked at. */
export function findAccountToLookAt(
  accountId: string,
): Promise<{ id: string; name: string; mode: string; status: string } | null> {
  return prisma.account.findUnique({
    where: { id: accountId },
    select: { id: true, name: true, mode: true, status: true },
  });
}

const deletedAtOnce = 5_000;

/** Deletes the pages that were seen more than 400 days ago, some thousand rows at a time. Called by a timer. */
export async function deleteOldLookPages(stopping: AbortSignal): Promise<void> {
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce && !stopping.aborted;)
    deleted = await prisma.$executeRaw`
      delete from look_pages where id in (
        select id from look_pages where seen_at < now() - make_interval(days => ${pagesKeptDays}::int) order by seen_at limit ${deletedAtOnce}::int)`;
}

function toRecord({
  id,
  staffUserId,
  staffUser,
  account,
  reason,
  caseReference,
  begunAt,
  endsAt,
  endedAt,
  ending,
  _count,
}: Row): LookRecord {
  return {
    id,
    by: staffUser.name,
    staffUserId,
    account,
    reason,
    caseReference,
    begunAt,
    endsAt,
    endedAt,
    ending: ending as Ending | null,
    pages: _count.pages,
  };
}
