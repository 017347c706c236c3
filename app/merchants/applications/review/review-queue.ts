import { findUserNames } from '~/identity/users/user-names';
import { prisma } from '~/platform/database/db.server';
import type { Prisma } from '~/platform/prisma/client';
import type { ApplicationState } from '~/merchants/applications/states';

export const reviewQueueViews = [
  'waiting',
  'mine',
  'in_review',
  'snoozed',
  'with_merchant',
  'decided',
  'all',
] as const;

export type ReviewQueueView = (typeof reviewQueueViews)[number];

const pageSize = 50;

/** Open applications by response date, earliest first. Decided ones by decision, newest first. */
export async function listReviewQueue({
  view,
  reviewerId,
  search = '',
  page = 1,
}: {
  view: ReviewQueueView;
  reviewerId: string;
  search?: string;
  page?: number;
}) {
  const where = {
    AND: [toViewWhere(view, reviewerId), toSearchWhere(search)],
  } satisfies Prisma.ApplicationWhereInput;
  const rows = await prisma.application.findMany({
    where,
    include: {
      account: { select: { name: true, status: true } },
      events: { where: { type: 'delayed' }, select: { round: true } },
    },
    orderBy:
      view === 'decided'
        ? [{ decidedAt: 'desc' }, { id: 'desc' }]
        : [{ promisedAt: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
    skip: (page - 1) * pageSize,
    take: pageSize + 1,
  });
  const names = await findUserNames(rows.map(({ reviewerId }) => reviewerId));
  const entries = rows.slice(0, pageSize).map((row) => ({
    id: row.id,
    version: row.version,
    name: row.account.name,
    suspended: row.account.status === 'suspended',
    state: row.state as ApplicationState,
    round: row.round,
    submittedAt: row.submittedAt,
    promisedAt: row.promisedAt,
    /** A response date in this round was missed. */
    missed: row.events.some(({ round }) => round === row.round),
    decidedAt: row.decidedAt,
    snoozedUntil: row.snoozedUntil,
    isAppeal: row.rejectedBy !== null && row.state !== 'REJECTED',
    waitsForSecondApproval: row.firstApprovalBy !== null && row.state !== 'APPROVED',
    reviewer: row.reviewerId && (names.get(row.reviewerId) ?? 'A former colleague'),
  }));
  return { entries, hasMore: rows.length > pageSize };
}

/** The number of applications in each view. */
export async function countReviewQueue(reviewerId: string): Promise<Record<ReviewQueueView, number>> {
  const counts = await Promise.all(
    reviewQueueViews.map((view) => prisma.application.count({ where: toViewWhere(view, reviewerId) })),
  );
  return Object.fromEntries(reviewQueueViews.map((view, index) => [view, counts[index]])) as Record<
    ReviewQueueView,
    number
  >;
}

function toViewWhere(view: ReviewQueueView, reviewerId: string): Prisma.ApplicationWhereInput {
  const notSnoozed = { OR: [{ snoozedUntil: null }, { snoozedUntil: { lte: new Date() } }] };
  const views: Record<ReviewQueueView, Prisma.ApplicationWhereInput> = {
    waiting: { state: 'SUBMITTED' },
    mine: { state: 'IN_REVIEW', reviewerId, ...notSnoozed },
    in_review: { state: 'IN_REVIEW', ...notSnoozed },
    snoozed: { state: 'IN_REVIEW', snoozedUntil: { gt: new Date() } },
    with_merchant: { state: 'CHANGES_REQUESTED' },
    decided: { state: { in: ['APPROVED', 'REJECTED'] } },
    all: { state: { not: 'DRAFT' } },
  };
  return views[view];
}

function toSearchWhere(search: string): Prisma.ApplicationWhereInput {
  const text = search.trim().replaceAll('\0', '');
  if (!text) return {};
  return {
    OR: [
      { id: text },
      { accountId: text },
      { account: { name: { contains: text, mode: 'insensitive' } } },
      { answers: { path: ['legal_name'], string_contains: text, mode: 'insensitive' } },
    ],
  };
}
