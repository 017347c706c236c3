import { prisma } from '~/platform/db.server';
import { retrieveApplication } from './applications/applications';
import { isAsked } from './applications/question';
import { allSteps, personDocument } from './applications/questions';
import { isReopened, reopenedSubjects } from './applications/reopened';
import { documentKey } from './applications/subjects';

/** Whether the account may hand in this document now: it is asked for, and its place in the application is open. */
export async function mayHandIn({ accountId, kind, subject }: { accountId: string; kind: string; subject: string }): Promise<boolean> {
  const application = await retrieveApplication(accountId);
  const isPersons = kind === personDocument.kind && application.people.some(({ id }) => id === subject);
  const isOfBusiness = !subject && allSteps.some(({ documents }) => documents.some((wanted) => wanted.kind === kind && isAsked(wanted, application.answers)));
  return (isPersons || isOfBusiness) && isReopened(await reopenedSubjects(application, prisma), documentKey(kind, subject));
}
