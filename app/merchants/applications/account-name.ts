import { recordAudit } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import { validateName } from '~/merchants/applications/questions/answer-validation';
import { normalizeLine } from '~/merchants/applications/questions/text-input';
import { findApplication, lockApplication } from './applications';

type Renaming = { accountId: string; name: string; userId: string; address?: string };

/**
 * Changes the account's name, which is the registering person's until then. Once the application is submitted, the name is the
 * reviewed one and stays (docs/decisions/0037).
 */
export function changeAccountName({
  name: nameInput,
  ...rest
}: Renaming): Promise<'changed' | 'closed' | { fault: string }> {
  const name = normalizeLine(nameInput);
  return prisma.$transaction(async (db) => {
    // An application that is being submitted at this moment names the account last.
    if (await findApplication({ accountId: rest.accountId }, db)) await lockApplication(db, rest.accountId);
    if (!(await isAccountNameOpen(rest.accountId, db))) return 'closed';
    const fault = name ? validateName(name) : 'Enter the name of your business';
    if (fault) return { fault };
    await renameAccount(db, { ...rest, name });
    return 'changed';
  });
}

/** Whether the name can still be changed. */
export async function isAccountNameOpen(accountId: string, db: Database = prisma): Promise<boolean> {
  const { mode } = await db.account.findUniqueOrThrow({ where: { id: accountId }, select: { mode: true } });
  const application = await findApplication({ accountId }, db);
  return mode === 'test' && (application?.state ?? 'DRAFT') === 'DRAFT';
}

/** Names the account in the caller's transaction. The same name isn't a change. */
export async function renameAccount(
  db: Database,
  { accountId, name, userId, address }: Renaming,
): Promise<void> {
  const { name: previousName } = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { name: true },
  });
  if (name === previousName) return;
  await db.account.update({ where: { id: accountId }, data: { name } });
  await recordAudit(db, {
    actor: `portal:${userId}`,
    action: 'account_renamed',
    accountId,
    before: { name: previousName },
    after: { name },
    address,
  });
}
