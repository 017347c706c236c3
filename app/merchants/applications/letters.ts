import { sendMail } from '~/mail/outbox';
import type { TemplateName, TemplateProps } from '~/mail/templates';
import { portalAddress } from '~/platform/addresses.server';
import type { Database } from '~/platform/db.server';
import { rolesThatMay } from '../members';

/** What every letter about an application says beside its own news. */
type Common = { businessName: string; link: string };

export type LetterName = Extract<TemplateName, `application-${string}` | `account-${string}` | 'live-secret-created'>;

/** Writes to everybody who may manage the account, in the transaction of the change the letter tells of. */
export async function writeToOwners<N extends LetterName>(db: Database, accountId: string, template: N, news: Omit<TemplateProps<N>, keyof Common>, path = '/application'): Promise<void> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { name: true, members: { where: { role: { in: rolesThatMay('account_manage') } }, select: { user: { select: { email: true } } } } },
  });
  const props = { ...news, businessName: account.name, link: portalAddress(path) } as unknown as TemplateProps<N>;
  for (const { user } of account.members) await sendMail(db, { to: user.email, template, props });
}
