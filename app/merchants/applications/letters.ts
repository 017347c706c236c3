import { sendMail } from '~/mail/outbox';
import { renderMail, type RenderedMail, type TemplateName, type TemplateProps } from '~/mail/templates';
import { portalAddress } from '~/platform/addresses.server';
import type { Database } from '~/platform/db.server';
import { rolesThatMay } from '../members';

/** What every letter to those who manage an account says beside its own news. */
type Common = { businessName: string; link: string };

type LetterName = Extract<TemplateName, `application-${string}` | `account-${string}` | 'card-testing'>;

type News<N extends LetterName> = Omit<TemplateProps<N>, keyof Common>;

/** Writes to everybody who may manage the account, in the transaction of the change the letter tells of. */
export async function writeToOwners<N extends LetterName>(
  db: Database,
  accountId: string,
  template: N,
  news: News<N>,
  path = '/application',
): Promise<void> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: {
      name: true,
      members: {
        where: { role: { in: rolesThatMay('account_manage') } },
        select: { user: { select: { email: true } } },
      },
    },
  });
  const props = propsOf<N>(account.name, news, path);
  for (const { user } of account.members) await sendMail(db, { to: user.email, template, props });
}

/** The letter that {@link writeToOwners} would write, as it will be read. */
export function renderLetter<N extends LetterName>(
  businessName: string,
  template: N,
  news: News<N>,
  path = '/application',
): Promise<RenderedMail> {
  return renderMail(template, propsOf<N>(businessName, news, path));
}

function propsOf<N extends LetterName>(businessName: string, news: News<N>, path: string): TemplateProps<N> {
  return { ...news, businessName, link: portalAddress(path) } as unknown as TemplateProps<N>;
}
