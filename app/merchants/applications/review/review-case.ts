import { prisma } from '~/platform/database/db.server';
import { findChangedItems, findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { retrieveCaseSummary } from './case-summary';
import { findDuplicates } from './duplicates';
import { listApplicationHistory } from '~/merchants/applications/history';
import { findCaseForStaff } from './assignments';
import { stepIds } from '~/merchants/applications/questions/questions';
import type { Application } from '~/merchants/applications/applications';
import { isAnswerDue } from '~/merchants/applications/states';
import type { ApplicationContents, ReviewItem } from '~/merchants/applications/answers/review-items';
import { listReviewItems } from '~/merchants/applications/answers/review-items';
import { listItemReviews, listCurrentItemReviews, type ItemReview } from './item-reviews';
import { checkAnswers } from '~/merchants/applications/checks/answer-checks';
import type { CheckFinding } from '~/merchants/applications/checks/check-finding';
import type { Screening } from '~/merchants/applications/checks/sanctions-match';
import { findScreening } from '~/merchants/applications/checks/sanctions-screening';
import { listStoredChecks } from '~/merchants/applications/checks/outside-checks';
import { listEvidenceViews, type DocumentViewEntry } from './document-views';
import { findUnopenedItems } from './unopened-items';

/** An item to review with its context. */
export type CaseItem = {
  key: string;
  label: string;
  /** Empty when an optional item was left out. */
  displayValue: string;
  /** The content in the previous round: null when it didn't exist, undefined when it's unchanged. */
  previousValue: string | null | undefined;
  outcome: ItemReview['result'] | 'undecided';
  reason: string;
  /** The change requested in the previous round. */
  previouslyRequestedChange: string | null;
  document: {
    id: string;
    pageCount: number;
    views: DocumentViewEntry[];
    previousDocumentId: string | null;
  } | null;
  /** Its full number, and who has seen it. */
  secret: { views: DocumentViewEntry[] } | null;
  /** The page doesn't contain its content, and no staff member has opened it. */
  isUnopened: boolean;
};

/** What the answers and outside sources reveal. */
export type CaseChecks = {
  findings: CheckFinding[];
  screening: Screening;
  isWebsitePending: boolean;
};

export type ReviewCase = Exclude<Awaited<ReturnType<typeof retrieveReviewCase>>, 'own_account' | null>;

/**
 * Everything that a reviewer needs for a decision, with masked secret answers. `own_account` as in {@link
 * findCaseForStaff}.
 */
export async function retrieveReviewCase({
  applicationId,
  readerId,
}: {
  applicationId: string;
  readerId: string;
}) {
  const application = await findCaseForStaff(applicationId, readerId);
  if (!application || application === 'own_account') return application;
  const { round } = application;
  const [now, before, earlier] = await Promise.all([
    findSubmittedContents(application, round),
    findSubmittedContents(application, round - 1),
    listItemReviews({ id: applicationId, round: round - 1 }),
  ]);
  const itemReviews = await listCurrentItemReviews(application, now!);
  const items = listReviewItems(now!);
  const changed = before ? findChangedItems(now!, before) : new Map<string, ReviewItem | null>();
  const [views, unopened, pageCounts] = await Promise.all([
    listEvidenceViews(application.accountId),
    findUnopenedItems(application, now!),
    findPageCounts(items),
  ]);

  const toCaseItem = ({ key, label, displayValue, document, question }: ReviewItem): CaseItem => {
    const previousValue = changed.get(key);
    const result = itemReviews.find(({ subject }) => subject === key);
    return {
      key,
      label,
      displayValue,
      previousValue: previousValue && previousValue.displayValue,
      outcome: result?.result ?? 'undecided',
      reason: result?.reason ?? '',
      previouslyRequestedChange:
        earlier.find(({ subject, result }) => subject === key && result === 'change')?.reason ?? null,
      document: document
        ? {
            id: document.id,
            pageCount: pageCounts.get(document.id) ?? 1,
            views: views.get(document.id) ?? [],
            previousDocumentId: previousValue?.document?.id ?? null,
          }
        : null,
      secret: question?.secret ? { views: views.get(application.id) ?? [] } : null,
      isUnopened: unopened.some((item) => item.key === key),
    };
  };

  return {
    summary: await retrieveCaseSummary(application, readerId),
    message: now!.message,
    steps: stepIds.map((id) => ({ id, items: items.filter(({ step }) => step === id).map(toCaseItem) })),
    duplicates: await findDuplicates(application),
    checks: await retrieveChecks(application, now!),
    history: await listApplicationHistory({ applicationId, for: 'staff' }),
  };
}

async function retrieveChecks(application: Application, contents: ApplicationContents): Promise<CaseChecks> {
  const stored = await listStoredChecks(application);
  return {
    findings: [...checkAnswers(contents), ...stored.flatMap(({ findings }) => findings)],
    screening: await findScreening(application, { checks: stored }),
    isWebsitePending:
      isAnswerDue(application.state) &&
      Boolean(contents.answers.website) &&
      !stored.some(({ kind }) => kind === 'website'),
  };
}

async function findPageCounts(items: readonly ReviewItem[]): Promise<Map<string, number>> {
  const ids = items.flatMap(({ document }) => document?.id ?? []);
  const found = await prisma.document.findMany({
    where: { id: { in: ids } },
    select: { id: true, pages: true },
  });
  return new Map(found.map(({ id, pages }) => [id, pages]));
}
