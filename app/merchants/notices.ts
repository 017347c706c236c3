import { sendMail } from '~/mail/outbox';
import type { TemplateName, TemplateProps } from '~/mail/templates';
import { portalAddress } from '~/platform/addresses.server';
import type { Database } from '~/platform/db.server';
import { rolesThatMay, type Permission } from './members';

/** What members are written to about, and which right makes it their business. */
export const topics = {
  disputes: 'disputes_answer',
  webhooks: 'webhooks_manage',
  credentials: 'credentials_manage',
  team: 'members_manage',
} as const satisfies Record<string, Permission>;

export type Topic = keyof typeof topics;

/** What every notice says beside its own news. */
type Common = { businessName: string; link: string };

/** Writes to everybody of an account whose business a topic is, in the transaction of the change. `path`: the page it leads to. */
export async function writeNotice<N extends TemplateName>(db: Database, accountId: string, topic: Topic, template: N, news: Omit<TemplateProps<N>, keyof Common>, path: string): Promise<void> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { name: true, members: { where: { role: { in: rolesThatMay(topics[topic]) } }, select: { user: { select: { email: true } } } } },
  });
  const props = { ...news, businessName: account.name, link: portalAddress(path) } as unknown as TemplateProps<N>;
  for (const { user } of account.members) await sendMail(db, { to: user.email, template, props });
}
