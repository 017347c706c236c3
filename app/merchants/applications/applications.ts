import { prisma, type Database } from '~/platform/database/db.server';
import { createId, isId } from '~/platform/ids';
import type { Application as Row, ApplicationPerson } from '~/platform/prisma/client';
import { unsealAnswers, unsealPerson } from '~/merchants/applications/answers/sealed-answers';
import type { Answers, BusinessPerson } from '~/merchants/applications/questions/question';
import type { ApplicationState } from './states';

/** The current application with decrypted answers. */
export type Application = Omit<Row, 'answers' | 'state'> & {
  state: ApplicationState;
  answers: Answers;
  people: BusinessPerson[];
};

/** The account's application, created if necessary. */
export async function retrieveApplication(accountId: string, db: Database = prisma): Promise<Application> {
  // Not an upsert, which reads first: of two concurrent creations, one would fail.
  await db.application.createMany({ data: { id: createId('app'), accountId }, skipDuplicates: true });
  return requireApplication({ accountId }, db);
}

export async function findApplication(
  where: { id: string } | { accountId: string },
  db: Database = prisma,
): Promise<Application | null> {
  if ('id' in where && !isId('app', where.id)) return null;
  const found = await db.application.findUnique({
    where,
    include: { people: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
  });
  return found && toApplication(found);
}

export async function requireApplication(
  where: { id: string } | { accountId: string },
  db: Database = prisma,
): Promise<Application> {
  const found = await findApplication(where, db);
  if (!found) throw new Error('no such application');
  return found;
}

/** The application, created if necessary, locked until the caller's transaction ends. */
export async function lockApplication(db: Database, accountId: string): Promise<Application> {
  const { id } = await retrieveApplication(accountId, db);
  await db.$queryRaw`select id from applications where id = ${id} for update`;
  return requireApplication({ id }, db);
}

function toApplication({ people, ...row }: Row & { people: ApplicationPerson[] }): Application {
  return {
    ...row,
    state: row.state as ApplicationState,
    answers: unsealAnswers(row.id, row.answers as Answers),
    people: people.map(({ id, answers }) => unsealPerson(id, answers)),
  };
}
