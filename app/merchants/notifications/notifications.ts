import { recordAudit } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import type { TemplateName, TemplateProps } from '~/mail/templates';
import { portalAddress } from '~/platform/addresses.server';
import { prisma, type Database } from '~/platform/db.server';
import {
  hasPermission,
  listRolesWithPermission,
  type MemberPermission,
  type MemberRole,
} from '~/merchants/team/members';

/** What members are written to about, and which right makes it their business. */
export const notificationTopics = {
  disputes: 'disputes_answer',
  webhooks: 'webhooks_manage',
  credentials: 'credentials_manage',
  team: 'members_manage',
  support_sessions: 'audit_view',
} as const satisfies Record<string, MemberPermission>;

export type NotificationTopic = keyof typeof notificationTopics;

/** Of these an owner always hears: who takes over an account begins with its secrets and its people. */
const requiredForOwners: readonly NotificationTopic[] = ['credentials', 'team'];

/** What every notice says beside its own news. */
type CommonProps = { businessName: string; link: string };

/** Writes to everybody of an account whose business a topic is and who has not turned it off, in the transaction of the change. `path`: the page it leads to. */
export async function notifyMembers<N extends TemplateName>(
  db: Database,
  accountId: string,
  topic: NotificationTopic,
  template: N,
  templateProps: Omit<TemplateProps<N>, keyof CommonProps>,
  path: string,
): Promise<void> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: {
      name: true,
      members: {
        where: { role: { in: listRolesWithPermission(notificationTopics[topic]) } },
        select: {
          role: true,
          user: { select: { email: true } },
          notificationPreferences: { where: { topic, enabled: false } },
        },
      },
    },
  });
  const props = {
    ...templateProps,
    businessName: account.name,
    link: portalAddress(path),
  } as unknown as TemplateProps<N>;
  for (const { role, user, notificationPreferences } of account.members)
    if (!notificationPreferences.length || isRequired(topic, role))
      await sendMail(db, { to: user.email, template, props });
}

type NotificationPreference = { topic: NotificationTopic; wanted: boolean; required: boolean };

type NotificationRecipient = { accountId: string; userId: string; role: MemberRole };

/** What somebody is written to about in an account: the topics that are their role's business. */
export async function listNotificationPreferences(
  { accountId, userId, role }: NotificationRecipient,
  db: Database = prisma,
): Promise<NotificationPreference[]> {
  const disabledTopics = await db.notificationPreference.findMany({
    where: { accountId, userId, enabled: false },
    select: { topic: true },
  });
  return (Object.keys(notificationTopics) as NotificationTopic[])
    .filter((topic) => hasPermission(role, notificationTopics[topic]))
    .map((topic) => ({
      topic,
      required: isRequired(topic, role),
      wanted: isRequired(topic, role) || !disabledTopics.some((preference) => preference.topic === topic),
    }));
}

/** Turns topics on or off for one person. Those that are not named stay as they are; what is not their business, or cannot be turned off, too. */
export function updateNotificationPreferences({
  address,
  wanted,
  ...recipient
}: NotificationRecipient & {
  wanted: Partial<Record<NotificationTopic, boolean>>;
  address?: string;
}): Promise<void> {
  const { accountId, userId } = recipient;
  return prisma.$transaction(async (db) => {
    await db.$queryRaw`select user_id from members where account_id = ${accountId} and user_id = ${userId} for no key update`;
    const changed = (await listNotificationPreferences(recipient, db)).filter(
      ({ topic, required, wanted: now }) => !required && wanted[topic] !== undefined && wanted[topic] !== now,
    );
    for (const { topic, wanted: now } of changed) {
      const preference = { enabled: !now, changedAt: new Date() };
      await db.notificationPreference.upsert({
        where: { accountId_userId_topic: { accountId, userId, topic } },
        create: { accountId, userId, topic, ...preference },
        update: preference,
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

function isRequired(topic: NotificationTopic, role: string): boolean {
  return role === 'owner' && requiredForOwners.includes(topic);
}
