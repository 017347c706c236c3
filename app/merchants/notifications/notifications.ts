import { recordAudit } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import type { TemplateName, TemplateProps } from '~/mail/templates';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { hasPermission, listRolesWithPermission, type MemberRole } from '~/merchants/team/members';
import { accountNameColumns, toNameProps } from './account-names';
import { addPortalNotifications, notificationTopics } from './portal-notifications';

export type NotificationTopic = keyof typeof notificationTopics;

/** Owners always get these, because taking over an account begins with its secrets and team. */
const requiredForOwners: readonly NotificationTopic[] = ['credentials', 'team'];

/** The common parts of every notification. */
type CommonProps = ReturnType<typeof toNameProps> & { link: string };

/**
 * Notifies the members with the topic's permission in the portal, and those who haven't turned it off by email, in the
 * transaction of the change.
 * @param path the linked page
 * @param actorId the person who did it, if it's a member
 */
export async function notifyMembers<N extends TemplateName>(
  db: Database,
  accountId: string,
  topic: NotificationTopic,
  template: N,
  templateProps: Omit<TemplateProps<N>, keyof CommonProps>,
  path: string,
  actorId?: string,
): Promise<void> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: {
      ...accountNameColumns,
      members: {
        where: { role: { in: listRolesWithPermission(notificationTopics[topic]) } },
        select: { role: true, userId: true, user: { select: { email: true } } },
      },
    },
  });
  const optOuts = await db.notificationPreference.findMany({
    where: { accountId, topic, enabled: false },
    select: { userId: true },
  });
  const props = {
    ...templateProps,
    ...toNameProps(account),
    link: buildPortalUrl(path),
  } as unknown as TemplateProps<N>;
  const userIds = account.members.map(({ userId }) => userId);
  await addPortalNotifications(db, userIds, { accountId, topic, template, props, path, actorId });
  for (const { role, userId, user } of account.members)
    if (!optOuts.some((optOut) => optOut.userId === userId) || isRequired(topic, role))
      await sendMail(db, { to: user.email, template, props });
}

type NotificationPreference = { topic: NotificationTopic; wanted: boolean; required: boolean };

type NotificationRecipient = { accountId: string; userId: string; role: MemberRole };

/** The topics that a member can get in an account. */
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

/**
 * Turns topics on or off for one person. Unnamed topics, and those that don't apply or can't be turned off,
 * stay as they are.
 */
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
