import { listCurrentDocuments } from '~/documents/current-documents';
import type { Database } from '~/platform/database/db.server';
import type { Application } from '~/merchants/applications/applications';
import { findChangedItems, findSubmittedContents } from './submitted-contents';
import { listReviewItems } from './review-items';
import { findRequestedChanges } from '~/merchants/applications/review/item-reviews';

/** The items that a merchant can edit now: all of a draft, and after a review the requested changes. */
export type ReopenedItems = 'all' | ReadonlySet<string>;

/**
 * Besides the requested changes: missing or invalid items, because a changed answer can make new questions
 * necessary, and items changed so far.
 */
export async function findReopenedItems(application: Application, db: Database): Promise<ReopenedItems> {
  if (application.state === 'DRAFT') return 'all';
  if (application.state !== 'CHANGES_REQUESTED') return new Set();
  const requestedChanges = await findRequestedChanges(application, db);
  const now = { ...application, documents: await listCurrentDocuments(application.accountId, db) };
  const before = await findSubmittedContents(application, application.round, db);
  const faultyItems = listReviewItems(now).filter(({ fault }) => fault);
  return new Set([
    ...requestedChanges.map(({ subject }) => subject),
    ...faultyItems.map(({ key }) => key),
    ...findChangedItems(now, before!).keys(),
  ]);
}

export function isItemReopened(reopened: ReopenedItems, key: string): boolean {
  // If the list of people can be edited, so can each person and their documents.
  return (
    reopened === 'all' ||
    reopened.has(key) ||
    (reopened.has('people') && /^(person:|document:identity_document:)/.test(key))
  );
}
