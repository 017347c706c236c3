import type { Slot } from '~/documents/documents';
import { prisma, type Database } from '~/platform/db.server';
import { findApplication } from './applications/applications';
import { isAsked } from './applications/question';
import { allSteps, personDocument } from './applications/questions';
import { isReopened, reopenedSubjects } from './applications/reopened';
import { documentKey } from './applications/subjects';

/**
 * Whether the account may hand in this document now: it is asked for, and its place in the application is open. In a
 * transaction the answer holds until its end, since handing in the application waits for it.
 */
export async function mayHandIn({ accountId, kind, subject }: Slot, db: Database = prisma): Promise<boolean> {
  await db.$queryRaw`select id from applications where account_id = ${accountId} for share`;
  const application = await findApplication({ accountId }, db);
  const { answers, people } = application ?? { answers: {}, people: [] };
  const isPersons = kind === personDocument.kind && people.some(({ id }) => id === subject);
  const isOfBusiness = !subject && allSteps.some(({ documents }) => documents.some((wanted) => wanted.kind === kind && isAsked(wanted, answers)));
  return (isPersons || isOfBusiness) && isReopened(application ? await reopenedSubjects(application, db) : 'all', documentKey(kind, subject));
}
