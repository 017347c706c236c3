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

const { join, raw, sql } = Prisma;

const pageSize = 50;

/** A page of the applications that match all of the filter. Without a sort, in the view's default order. */
export async function listReviewQueue({
  reviewerId,
  sort,
  page = 1,
  ...filter
}: ReviewQueueFilter & { reviewerId: string; sort?: ReviewQueueSort; page?: number }) {
  const found = await prisma.$queryRaw<{ id: string }[]>`
    select a.id from applications a join accounts m on m.id = a.account_id
    where ${join([toViewCondition(filter.view, reviewerId), ...toConditions(filter)], ' and ')}
    order by ${toOrder(sort ?? getDefaultSort(filter.view))}
    limit ${pageSize + 1} offset ${(page - 1) * pageSize}`;
  const ids = found.slice(0, pageSize).map(({ id }) => id);
  const rows = await prisma.application.findMany({
    where: { id: { in: ids } },
    include: {
      account: { select: { name: true, status: true } },
      events: { where: { type: 'delayed' }, select: { round: true } },
    },
  });
  rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  const [names, withDuplicates, withMatches] = await Promise.all([
    findUserNames(rows.map(({ reviewerId }) => reviewerId)),
    findIdsWithDuplicates(ids),
    findIdsWithMatches(ids),
  ]);
  const entries = rows.map((row) => ({
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
  return { entries, hasMore: found.length > pageSize };
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
  const columns = reviewQueueViews.map(
    (view) => sql`count(*) filter (where ${toViewCondition(view, reviewerId)})::int as ${raw(`"${view}"`)}`,
  );
  const [counts] = await prisma.$queryRaw<Record<ReviewQueueView, number>[]>`
    select ${join(columns)} from applications a`;
  return counts!;
}

/** For `applications a`. */
function toViewCondition(view: ReviewQueueView, reviewerId: string): Prisma.Sql {
  const notSnoozed = sql`(a.snoozed_until is null or a.snoozed_until <= now())`;
  const mine = sql`(a.state = 'IN_REVIEW' and a.reviewer_id = ${reviewerId} and ${notSnoozed})`;
  const claimable = sql`(a.state = 'SUBMITTED'
    and a.rejected_by is distinct from ${reviewerId} and a.first_approval_by is distinct from ${reviewerId}
    and not exists (select from members where account_id = a.account_id and user_id = ${reviewerId}))`;
  const views: Record<ReviewQueueView, Prisma.Sql> = {
    needs_me: sql`(${mine} or ${claimable})`,
    waiting: sql`a.state = 'SUBMITTED'`,
    mine,
    in_review: sql`a.state = 'IN_REVIEW' and ${notSnoozed}`,
    snoozed: sql`a.state = 'IN_REVIEW' and a.snoozed_until > now()`,
    with_merchant: sql`a.state = 'CHANGES_REQUESTED'`,
    decided: sql`a.state in ('APPROVED', 'REJECTED')`,
    all: sql`a.state <> 'DRAFT'`,
  };
  return views[view];
}

function toOrder({ by, direction }: ReviewQueueSort): Prisma.Sql {
  const columns: Record<SortColumn, Prisma.Sql> = {
    business: sql`m.name`,
    submitted: sql`a.submitted_at`,
    due: sql`a.promised_at`,
    decided: sql`a.decided_at`,
  };
  const order = direction === 'asc' ? sql`asc` : sql`desc`;
  return sql`${columns[by]} ${order} nulls last, a.id ${order}`;
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

/** For `applications a` and `accounts m`. Names match without regard to case and accents. */
function toConditions({ search = '', country, businessForm, assignedTo }: Omit<ReviewQueueFilter, 'view'>) {
  const text = search.trim().replaceAll('\0', '');
  const contains = (column: Prisma.Sql) =>
    sql`position(${foldColumn(sql`${text}::text`)} in ${foldColumn(column)}) > 0`;
  return [
    text &&
      sql`(a.id = ${text} or a.account_id = ${text}
        or ${contains(sql`m.name`)} or ${contains(sql`a.answers ->> 'legal_name'`)})`,
    country && sql`a.answers ->> 'country' = ${country}`,
    businessForm && sql`a.answers ->> 'business_form' = ${businessForm}`,
    assignedTo && sql`a.reviewer_id = ${assignedTo}`,
  ].filter((condition) => condition instanceof Prisma.Sql);
}
