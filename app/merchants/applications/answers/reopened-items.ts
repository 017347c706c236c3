import { listCurrentDocuments } from '~/documents/current-documents';
import type { Database } from '~/platform/database/db.server';
import type { Application } from '~/merchants/applications/applications';
import { findChangedItems, findSubmittedContents } from './submitted-contents';
import { listReviewItems } from './review-items';
import { findRequestedChanges } from '~/merchants/applications/review/item-reviews';

/** What a merchant may write in now: everything of a draft; after a review what the reviewer asked to change. */
export type ReopenedItems = 'all' | ReadonlySet<string>;

/**
 * Beside what was asked to change, what is missing or wrong, since a changed answer can bring up a question that was not there
 * before; and what has been changed so far, which can be changed again.
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
  // Who may edit the list of people may change each of them, and their documents.
  return (
    reopened === 'all' ||
    reopened.has(key) ||
    (reopened.has('people') && /^(person:|document:identity_document:)/.test(key))
  );
}
