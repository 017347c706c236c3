import { listStandingDocuments } from '~/documents/standing-documents';
import type { Database } from '~/platform/db.server';
import type { Application } from './applications';
import { changedSubjects, retrieveContents } from './contents';
import { subjectsOf } from './subjects';
import { changesAsked } from './verdicts';

/** What a merchant may write in now: everything of a draft; after a review what the reviewer asked to change. */
export type Reopened = 'all' | ReadonlySet<string>;

/**
 * Beside what was asked to change, what is missing or wrong, since a changed answer can bring up a question that was not there
 * before; and what has been changed so far, which can be changed again.
 */
export async function reopenedSubjects(application: Application, db: Database): Promise<Reopened> {
  if (application.state === 'DRAFT') return 'all';
  if (application.state !== 'CHANGES_REQUESTED') return new Set();
  const asked = await changesAsked(application, db);
  const now = { ...application, documents: await listStandingDocuments(application.accountId, db) };
  const before = await retrieveContents(application, application.round, db);
  const faulty = subjectsOf(now).filter(({ fault }) => fault);
  return new Set([
    ...asked.map(({ subject }) => subject),
    ...faulty.map(({ key }) => key),
    ...changedSubjects(now, before!).keys(),
  ]);
}

export function isReopened(reopened: Reopened, key: string): boolean {
  // Who may change the list of people may change each of them, and their documents.
  return (
    reopened === 'all' ||
    reopened.has(key) ||
    (reopened.has('people') && /^(person:|document:identity_document:)/.test(key))
  );
}
