import type { RenderedMail } from '~/mail/templates';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { config } from '~/platform/config/config.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import type { Application } from '~/merchants/applications/applications';
import { findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { accountNameColumns, toNameProps } from '~/merchants/notifications/account-names';
import { renderOwnerEmail } from '~/merchants/notifications/owner-notifications';
import {
  toReviewItemPath,
  listReviewItems,
  type ReviewItem,
} from '~/merchants/applications/answers/review-items';
import { listCurrentItemReviews, type ItemReview } from './item-reviews';
import { findUnopenedItems } from './unopened-items';

/** A requested change with the reviewer's reason and the URL of its field. */
type RequestedChange = { label: string; reason: string; link: string };

/** The item reviews that request a change, as the merchant will read them. */
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

/** Items without a review. They block an approval. */
export function findUndecidedItems(
  items: readonly ReviewItem[],
  itemReviews: readonly ItemReview[],
): ReviewItem[] {
  const reviewedKeys = new Set(itemReviews.map(({ subject }) => subject));
  return items.filter(({ key }) => !reviewedKeys.has(key));
}

/** The decision email of each decision. */
export const decisionEmails = {
  changes: (message: string, changes: RequestedChange[]) =>
    ['application-changes-requested', { message: message, changes }] as const,
  approve: (message: string) => ['application-approved', { message: message }, '/go-live'] as const,
  reject: (message: string) => ['application-rejected', { message: message }] as const,
};

/** Whether an approval now would need a second one. */
export function isFirstOfTwo(
  { firstApprovalBy }: Pick<Application, 'firstApprovalBy'>,
  approvalsNeeded = config.approvalsNeeded,
): boolean {
  return approvalsNeeded === 2 && !firstApprovalBy;
}

export const decisions = ['changes', 'approve', 'reject'] as const;

export type Decision = (typeof decisions)[number];

type ItemName = { key: string; label: string };

export type DecisionPreview = {
  /** The decision email as the owners will read it. Null when they aren't notified yet. */
  email: RenderedMail | null;
  /** The items to reopen. */
  changes: RequestedChange[];
  /** The unreviewed items that block an approval. */
  undecided: ItemName[];
  /** What nobody has opened. An approval needs a reason for that. */
  unopened: ItemName[];
  /** Equal for equal previews: a reviewer sends the one that they have seen. */
  previewFingerprint: string;
};

/** What the merchant would get if this were decided now with this message. */
export async function previewDecision(
  application: Application,
  decision: Decision,
  message: string,
  db: Database = prisma,
): Promise<DecisionPreview> {
  const { contents, itemReviews } = await retrieveReviewedContents(db, application);
  const items = listReviewItems(contents);
  const changes = decision === 'changes' ? toRequestedChanges(items, itemReviews) : [];
  const [undecided, unopened] =
    decision === 'approve'
      ? [findUndecidedItems(items, itemReviews), await findUnopenedItems(application, contents, db)]
      : [[], []];
  const email =
    decision === 'approve' && isFirstOfTwo(application)
      ? null
      : await renderDecisionEmail(db, application.accountId, decision, message, changes);
  return {
    email,
    changes,
    undecided: undecided.map(toItemName),
    unopened: unopened.map(toItemName),
    previewFingerprint: digest(email ? `${email.subject}\n${email.text}` : ''),
  };
}

const toItemName = ({ key, label }: ReviewItem): ItemName => ({ key, label });

async function renderDecisionEmail(
  db: Database,
  accountId: string,
  decision: Decision,
  message: string,
  changes: RequestedChange[],
) {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: accountNameColumns,
  });
  // The email about an approval is written after the account goes live.
  const names = toNameProps(decision === 'approve' ? { ...account, mode: 'live' } : account);
  return decision === 'changes'
    ? renderOwnerEmail(names, ...decisionEmails.changes(message, changes))
    : decision === 'approve'
      ? renderOwnerEmail(names, ...decisionEmails.approve(message))
      : renderOwnerEmail(names, ...decisionEmails.reject(message));
}

/** The last submission and its item reviews. */
export async function retrieveReviewedContents(db: Database, application: Application) {
  const contents = (await findSubmittedContents(application, application.round, db))!;
  return { contents, itemReviews: await listCurrentItemReviews(application, contents, db) };
}
