import { recordAudit } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import type { TemplateName, TemplateProps } from '~/mail/templates';
import { portalAddress } from '~/platform/addresses.server';
import { prisma, type Database } from '~/platform/db.server';
import { mayDo, rolesThatMay, type Permission, type Role } from './members';

/** What members are written to about, and which right makes it their business. */
export const topics = {
  disputes: 'disputes_answer',
  webhooks: 'webhooks_manage',
  credentials: 'credentials_manage',
  team: 'members_manage',
  looks: 'audit_view',
} as const satisfies Record<string, Permission>;

export type Topic = keyof typeof topics;

/** Of these an owner always hears: who takes over an account begins with its secrets and its people. */
const neverOffForOwners: readonly Topic[] = ['credentials', 'team'];

/** What every notice says beside its own news. */
type Common = { businessName: string; link: string };

/** Writes to everybody of an account whose business a topic is and who has not turned it off, in the transaction of the change. `path`: the page it leads to. */
export async function writeNotice<N extends TemplateName>(
  db: Database,
  accountId: string,
  topic: Topic,
  template: N,
  news: Omit<TemplateProps<N>, keyof Common>,
  path: string,
): Promise<void> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: {
      name: true,
      members: {
        where: { role: { in: rolesThatMay(topics[topic]) } },
        select: {
          role: true,
          user: { select: { email: true } },
          notificationChoices: { where: { topic, wanted: false } },
        },
      },
    },
  });
  const props = {
    ...news,
    businessName: account.name,
    link: portalAddress(path),
  } as unknown as TemplateProps<N>;
  for (const { role, user, notificationChoices } of account.members)
    if (!notificationChoices.length || isFixed(topic, role))
      await sendMail(db, { to: user.email, template, props });
}

type Choice = { topic: Topic; wanted: boolean; fixed: boolean };

type Person = { accountId: string; userId: string; role: Role };

/** What somebody is written to about in an account: the topics that are their role's business. */
export async function listChoices(
  { accountId, userId, role }: Person,
  db: Database = prisma,
): Promise<Choice[]> {
  const off = await db.notificationChoice.findMany({
    where: { accountId, userId, wanted: false },
    select: { topic: true },
  });
  return (Object.keys(topics) as Topic[])
    .filter((topic) => mayDo(role, topics[topic]))
    .map((topic) => ({
      topic,
      fixed: isFixed(topic, role),
      wanted: isFixed(topic, role) || !off.some((choice) => choice.topic === topic),
    }));
}

/** Turns topics on or off for one person. Those that are not named stay as they are; what is not their business, or cannot be turned off, too. */
export function chooseNotices({
  address,
  wanted,
  ...person
}: Person & { wanted: Partial<Record<Topic, boolean>>; address?: string }): Promise<void> {
  const { accountId, userId } = person;
  return prisma.$transaction(async (db) => {
    await db.$queryRaw`select user_id from members where account_id = ${accountId} and user_id = ${userId} for no key update`;
    const changed = (await listChoices(person, db)).filter(
      ({ topic, fixed, wanted: now }) => !fixed && wanted[topic] !== undefined && wanted[topic] !== now,
    );
    for (const { topic, wanted: now } of changed) {
      const choice = { wanted: !now, changedAt: new Date() };
      await db.notificationChoice.upsert({
        where: { accountId_userId_topic: { accountId, userId, topic } },
        create: { accountId, userId, topic, ...choice },
        update: choice,
      });
    }
    const values = (on: (before: boolean) => boolean) =>
      Object.fromEntries(changed.map(({ topic, wanted: now }) => [topic, on(now)]));
    if (changed.length)
      await recordAudit(db, {
        actor: `portal:${userId}`,
        action: 'notifications_changed',
        accountId,
        subject: userId,
        before: values((now) => now),
        after: values((now) => !now),
        address,
      });
  });
}

function isFixed(topic: Topic, role: string): boolean {
  return role === 'owner' && neverOffForOwners.includes(topic);
}
