import { prisma, type Database } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';

type User = { id: string; email: string; name: string; passwordHash: string };

/** The person with this address, which is normalized by {@link emailAddress}. */
export async function findUserByEmail(email: string, db: Database = prisma): Promise<User | null> {
  return db.user.findUnique({
    where: { email },
    select: { id: true, email: true, name: true, passwordHash: true },
  });
}

export async function createUser(
  db: Database,
  input: { email: string; name: string; passwordHash: string },
): Promise<string> {
  const { id } = await db.user.create({ data: { id: createId('usr'), ...input } });
  return id;
}

/** The first guesses for a person's password: their address, name, and accounts. */
export async function listPersonalTerms({
  id,
  email,
  name,
}: {
  id: string;
  email: string;
  name: string;
}): Promise<string[]> {
  const accounts = await prisma.account.findMany({
    where: { members: { some: { userId: id } } },
    take: 20,
    select: { name: true },
  });
  return [email, name, ...accounts.map((account) => account.name)];
}
