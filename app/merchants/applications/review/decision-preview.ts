import type { RenderedMail } from '~/mail/templates';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { config } from '~/platform/config/config.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import type { Application } from '~/merchants/applications/applications';
import { findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { renderOwnerEmail } from '~/merchants/notifications/owner-notifications';
import {
  toReviewItemPath,
  listReviewItems,
  type ReviewItem,
} from '~/merchants/applications/answers/review-items';
import { listCurrentItemReviews, type ItemReview } from './item-reviews';

/** What a merchant is asked to change, with the reviewer's words and the address of the very field. */
type RequestedChange = { label: string; reason: string; link: string };

/** The item reviews that ask for a change, as the merchant will read them. */
export function toRequestedChanges(
  items: readonly ReviewItem[],
  itemReviews: readonly ItemReview[],
): RequestedChange[] {
  return items.flatMap((item) => {
    const changeReview = itemReviews.find(
      (itemReview) => itemReview.subject === item.key && itemReview.result === 'change',
    );
    return changeReview
      ? [
          {
            label: item.label,
            reason: changeReview.reason ?? '',
            link: buildPortalUrl(toReviewItemPath(item)),
          },
        ]
      : [];
  });
}

/** What nobody has judged yet: while there is anything, nothing is approved. */
export function findUndecidedItems(
  items: readonly ReviewItem[],
  itemReviews: readonly ItemReview[],
): ReviewItem[] {
  const reviewedKeys = new Set(itemReviews.map(({ subject }) => subject));
  return items.filter(({ key }) => !reviewedKeys.has(key));
}

/** The letter that tells of each decision. */
export const decisionEmails = {
  changes: (message: string, changes: RequestedChange[]) =>
    ['application-changes-requested', { message: message, changes }] as const,
  approve: (message: string) => ['application-approved', { message: message }, '/go-live'] as const,
  reject: (message: string) => ['application-rejected', { message: message }] as const,
};

/** Whether an approval now would wait for that of somebody else. */
export function isFirstOfTwo(
  { firstApprovalBy }: Pick<Application, 'firstApprovalBy'>,
  approvalsNeeded = config.approvalsNeeded,
): boolean {
  return approvalsNeeded === 2 && !firstApprovalBy;
}

export const decisions = ['changes', 'approve', 'reject'] as const;

export type Decision = (typeof decisions)[number];

export type DecisionPreview = {
  /** The letter as the owners will read it; null when they hear nothing of it yet. */
  email: Omit<RenderedMail, 'html'> | null;
  /** What opens again. */
  changes: RequestedChange[];
  /** What stands in the way of an approval, because nobody has judged it. */
  undecided: string[];
  /** Equal for equal previews: who sends names the one they have seen. */
  previewFingerprint: string;
};

/** What the merchant would get if this were decided now with these words. */
export async function previewDecision(
  application: Application,
  decision: Decision,
  message: string,
  db: Database = prisma,
): Promise<DecisionPreview> {
  const { contents, itemReviews } = await retrieveReviewedContents(db, application);
  const items = listReviewItems(contents);
  const changes = decision === 'changes' ? toRequestedChanges(items, itemReviews) : [];
  const undecided =
    decision === 'approve' ? findUndecidedItems(items, itemReviews).map(({ label }) => label) : [];
  const email =
    decision === 'approve' && isFirstOfTwo(application)
      ? null
      : await renderDecisionEmail(db, application.accountId, decision, message, changes);
  return {
    email,
    changes,
    undecided,
    previewFingerprint: digest(email ? `${email.subject}\n${email.text}` : ''),
  };
}

async function renderDecisionEmail(
  db: Database,
  accountId: string,
  decision: Decision,
  message: string,
  changes: RequestedChange[],
) {
  const { name } = await db.account.findUniqueOrThrow({ where: { id: accountId } });
  const { subject, text } = await (decision === 'changes'
    ? renderOwnerEmail(name, ...decisionEmails.changes(message, changes))
    : decision === 'approve'
      ? renderOwnerEmail(name, ...decisionEmails.approve(message))
      : renderOwnerEmail(name, ...decisionEmails.reject(message)));
  return { subject, text };
}

/** What was handed in last, and the item reviews on it. */
export async function retrieveReviewedContents(db: Database, application: Application) {
  const contents = (await findSubmittedContents(application, application.round, db))!;
  return { contents, itemReviews: await listCurrentItemReviews(application, contents, db) };
}
