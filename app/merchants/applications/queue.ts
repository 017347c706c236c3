import { namesOf } from '~/identity/names';
import { prisma } from '~/platform/db.server';
import type { Prisma } from '~/platform/prisma/client';
import type { ApplicationState } from './states';

export const queueViews = [
  'waiting',
  'mine',
  'in_review',
  'snoozed',
  'with_merchant',
  'decided',
  'all',
] as const;

export type QueueView = (typeof queueViews)[number];

const pageSize = 50;

/** Applications by the promise they are waiting for, the oldest first; decided ones by their decision, the newest first. */
export async function listQueue({
  view,
  reviewerId,
  search = '',
  page = 1,
}: {
  view: QueueView;
  reviewerId: string;
  search?: string;
  page?: number;
}) {
  const where = { AND: [inView(view, reviewerId), matching(search)] } satisfies Prisma.ApplicationWhereInput;
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
  const names = await namesOf(rows.map(({ reviewerId }) => reviewerId));
  const entries = rows.slice(0, pageSize).map((row) => ({
    id: row.id,
    version: row.version,
    name: row.account.name,
    suspended: row.account.status === 'suspended',
    state: row.state as ApplicationState,
    round: row.round,
    submittedAt: row.submittedAt,
    promisedAt: row.promisedAt,
    /** An earlier promise was missed in this round. */
    missed: row.events.some(({ round }) => round === row.round),
    decidedAt: row.decidedAt,
    snoozedUntil: row.snoozedUntil,
    isAppeal: row.rejectedBy !== null && row.state !== 'REJECTED',
    waitsForSecondApproval: row.firstApprovalBy !== null && row.state !== 'APPROVED',
    reviewer: row.reviewerId && (names.get(row.reviewerId) ?? 'A former colleague'),
  }));
  return { entries, hasMore: rows.length > pageSize };
}

/** How many there are in each view. */
export async function countQueue(reviewerId: string): Promise<Record<QueueView, number>> {
  const counts = await Promise.all(
    queueViews.map((view) => prisma.application.count({ where: inView(view, reviewerId) })),
  );
  return Object.fromEntries(queueViews.map((view, index) => [view, counts[index]])) as Record<
    QueueView,
    number
  >;
}

function inView(view: QueueView, reviewerId: string): Prisma.ApplicationWhereInput {
  const awake = { OR: [{ snoozedUntil: null }, { snoozedUntil: { lte: new Date() } }] };
  const views: Record<QueueView, Prisma.ApplicationWhereInput> = {
    waiting: { state: 'SUBMITTED' },
    mine: { state: 'IN_REVIEW', reviewerId, ...awake },
    in_review: { state: 'IN_REVIEW', ...awake },
    snoozed: { state: 'IN_REVIEW', snoozedUntil: { gt: new Date() } },
    with_merchant: { state: 'CHANGES_REQUESTED' },
    decided: { state: { in: ['APPROVED', 'REJECTED'] } },
    all: { state: { not: 'DRAFT' } },
  };
  return views[view];
}

function matching(search: string): Prisma.ApplicationWhereInput {
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
