import { findUserNames, toColleagueName } from '~/identity/users/user-names';
import { formatAnswer } from '~/merchants/applications/answers/review-items';
import type { Answers, Question } from '~/merchants/applications/questions/question';
import { countryName } from '~/merchants/applications/questions/country-names';
import { allSteps } from '~/merchants/applications/questions/questions';
import { foldColumn } from '~/platform/database/accent-folding';
import { prisma } from '~/platform/database/db.server';
import { Prisma } from '~/platform/prisma/client';
import type { ApplicationState } from '~/merchants/applications/states';
import { findIdsWithMatches } from '~/merchants/applications/checks/outside-checks';
import { findIdsWithDuplicates } from './duplicates';

export const reviewQueueViews = [
  'needs_me',
  'waiting',
  'mine',
  'in_review',
  'snoozed',
  'with_merchant',
  'decided',
  'all',
] as const;

export type ReviewQueueView = (typeof reviewQueueViews)[number];

export const reviewQueueSorts = ['business', 'submitted', 'due', 'decided'] as const;

type SortColumn = (typeof reviewQueueSorts)[number];

export type ReviewQueueSort = { by: SortColumn; direction: 'asc' | 'desc' };

/** By default, open applications with the earliest response date come first, and decided ones with the last decision. */
export const getDefaultSort = (view: ReviewQueueView): ReviewQueueSort =>
  view === 'decided' ? { by: 'decided', direction: 'desc' } : { by: 'due', direction: 'asc' };

export type ReviewQueueFilter = {
  view: ReviewQueueView;
  search?: string;
  /** ISO 3166 */
  country?: string;
  /** A value of the question `business_form`. */
  businessForm?: string;
  /** The ID of the assigned reviewer. */
  assignedTo?: string;
};

const { sql } = Prisma;

const pageSize = 50;

/** A page of the applications that match all of the filter. Without a sort, in the view's default order. */
export async function listReviewQueue({
  reviewerId,
  sort,
  page = 1,
  ...filter
}: ReviewQueueFilter & { reviewerId: string; sort?: ReviewQueueSort; page?: number }) {
  const where = {
    AND: [
      toViewWhere(filter.view, reviewerId),
      await findSearchWhere(filter.search ?? ''),
      filter.country ? { answers: { path: ['country'], equals: filter.country } } : {},
      filter.businessForm ? { answers: { path: ['business_form'], equals: filter.businessForm } } : {},
      filter.assignedTo ? { reviewerId: filter.assignedTo } : {},
    ],
  } satisfies Prisma.ApplicationWhereInput;
  const rows = await prisma.application.findMany({
    where,
    include: {
      account: { select: { name: true, status: true } },
      events: { where: { type: 'delayed' }, select: { round: true } },
    },
    orderBy: toOrder(sort ?? getDefaultSort(filter.view)),
    skip: (page - 1) * pageSize,
    take: pageSize + 1,
  });
  const ids = rows.map(({ id }) => id);
  const [names, withDuplicates, withMatches] = await Promise.all([
    findUserNames(rows.map(({ reviewerId }) => reviewerId)),
    findIdsWithDuplicates(ids),
    findIdsWithMatches(ids),
  ]);
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
    /** Another application shares details with it. */
    hasDuplicates: withDuplicates.has(row.id),
    /** It resembles an entry on the sanctions list, even if that was cleared. */
    hasMatches: withMatches.has(row.id),
    ...describeBusiness(row.answers as Answers),
    waitsForSecondApproval: row.firstApprovalBy !== null && row.state !== 'APPROVED',
    reviewer: row.reviewerId && toColleagueName(names, row.reviewerId),
  }));
  return { entries, hasMore: rows.length > pageSize };
}

/** The countries of submitted applications, by name. */
export async function listQueueCountries(): Promise<{ code: string; name: string }[]> {
  const found = await prisma.$queryRaw<{ code: string }[]>`
    select distinct answers ->> 'country' as code from applications where state <> 'DRAFT' and answers ->> 'country' is not null`;
  return found
    .map(({ code }) => ({ code, name: countryName(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
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
  const mine = { state: 'IN_REVIEW', reviewerId, ...notSnoozed };
  const isAnother = (column: 'rejectedBy' | 'firstApprovalBy') => ({
    OR: [{ [column]: null }, { [column]: { not: reviewerId } }],
  });
  const claimable = {
    state: 'SUBMITTED',
    account: { members: { none: { userId: reviewerId } } },
    AND: [isAnother('rejectedBy'), isAnother('firstApprovalBy')],
  };
  const views: Record<ReviewQueueView, Prisma.ApplicationWhereInput> = {
    needs_me: { OR: [mine, claimable] },
    waiting: { state: 'SUBMITTED' },
    mine,
    in_review: { state: 'IN_REVIEW', ...notSnoozed },
    snoozed: { state: 'IN_REVIEW', snoozedUntil: { gt: new Date() } },
    with_merchant: { state: 'CHANGES_REQUESTED' },
    decided: { state: { in: ['APPROVED', 'REJECTED'] } },
    all: { state: { not: 'DRAFT' } },
  };
  return views[view];
}

function toOrder({ by, direction }: ReviewQueueSort): Prisma.ApplicationOrderByWithRelationInput[] {
  const nullsLast = { sort: direction, nulls: 'last' } as const;
  const orders: Record<SortColumn, Prisma.ApplicationOrderByWithRelationInput> = {
    business: { account: { name: direction } },
    submitted: { submittedAt: nullsLast },
    due: { promisedAt: nullsLast },
    decided: { decidedAt: nullsLast },
  };
  return [orders[by], { id: direction }];
}

const questions = new Map<string, Question>(
  allSteps.flatMap((step) => step.questions.map((question) => [question.name, question])),
);

/** In readable form, empty without an answer. */
function describeBusiness(answers: Answers) {
  const describe = (name: string) => formatAnswer(questions.get(name)!, answers[name] ?? '', answers);
  return {
    country: describe('country'),
    businessForm: describe('business_form'),
    monthlyVolume: describe('monthly_volume'),
  };
}

/** A search that finds more names than this is too short to find a case. */
const maximumFound = 1000;

/** Names match without regard to case and accents. */
async function findSearchWhere(search: string): Promise<Prisma.ApplicationWhereInput> {
  const text = search.trim().replaceAll('\0', '');
  if (!text) return {};
  const found = await prisma.$queryRaw<{ id: string }[]>`
    select a.id from applications a join accounts m on m.id = a.account_id
    where position(${foldColumn(sql`${text}::text`)} in ${foldColumn(sql`m.name`)}) > 0
      or position(${foldColumn(sql`${text}::text`)} in ${foldColumn(sql`a.answers ->> 'legal_name'`)}) > 0
    order by a.submitted_at desc nulls last limit ${maximumFound}`;
  return { OR: [{ id: text }, { accountId: text }, { id: { in: found.map(({ id }) => id) } }] };
}
