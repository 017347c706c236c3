import { getMailNotice, type TemplateName, type TemplateProps } from '~/mail/templates';
import { prisma, type Database } from '~/platform/database/db.server';
import { defineStatement } from '~/platform/database/statement.server';
import type { Environment } from '~/platform/environment';
import { createId, getIdLowerBound } from '~/platform/ids';
import { hasPermission, type MemberPermission, type MemberRole } from '~/merchants/team/members';

/** Topics whose emails members choose, and the permission that each requires. */
export const notificationTopics = {
  disputes: 'disputes_answer',
  refunds: 'transactions_change',
  webhooks: 'webhooks_manage',
  credentials: 'credentials_manage',
  team: 'members_manage',
  support_sessions: 'audit_view',
} as const satisfies Record<string, MemberPermission>;

/** The topics in the portal. Emails about the account itself are always sent. */
const portalTopics = { ...notificationTopics, account: 'account_manage' } as const satisfies Record<
  string,
  MemberPermission
>;

export type PortalTopic = keyof typeof portalTopics;

/** A person in an account. The role decides which topics they read. */
type Reader = { accountId: string; userId: string; role: MemberRole };

export type PortalNotification = {
  id: string;
  topic: PortalTopic;
  text: string;
  /** The page about it, and the environment where it is. Null: both have it. */
  path: string;
  environment: Environment | null;
  createdAt: Date;
  readAt: Date | null;
};

/** The highest number that is counted. */
const maximumUnreadCount = 100;
const pageSize = 25;
const retentionDays = 180;

export const listPortalTopics = (role: MemberRole): PortalTopic[] =>
  (Object.keys(portalTopics) as PortalTopic[]).filter((topic) => hasPermission(role, portalTopics[topic]));

type Event<N extends TemplateName> = {
  accountId: string;
  topic: PortalTopic;
  template: N;
  props: TemplateProps<N>;
  path: string;
  /** The person who did it, and so knows about it. */
  actorId?: string;
};

const maximumLength = 500;

/**
 * Adds what an email says to the portal, for each of these members, in the transaction of what happened. It's already read
 * for the person who did it.
 */
export async function addPortalNotifications<N extends TemplateName>(
  db: Database,
  userIds: readonly string[],
  { accountId, topic, template, props, path, actorId }: Event<N>,
): Promise<void> {
  const text = getMailNotice(template, props).slice(0, maximumLength);
  const environment = liveTemplates.includes(template) ? 'live' : getEnvironment(props);
  const content = { accountId, topic, text, path, environment };
  // Someone who is removed from the team at this moment must not make the change itself fail.
  const present = await db.$queryRaw<{ userId: string }[]>`
    select user_id as "userId" from members where account_id = ${accountId} and user_id = any(${[...userIds]}::text[]) order by user_id for key share`;
  await db.notification.createMany({
    data: present.map(({ userId }) => ({
      id: createId('ntf'),
      userId,
      ...content,
      readAt: userId === actorId ? new Date() : null,
    })),
  });
}

/** They're sent for live only, so they don't name the environment. */
const liveTemplates: readonly TemplateName[] = ['live-secret-created', 'card-testing'];

/** Where the linked page is, if it's in one environment only. */
function getEnvironment(props: object): Environment | null {
  if ('environment' in props) return props.environment as Environment;
  return 'isTest' in props ? (props.isTest ? 'test' : 'live') : null;
}

// Every page of the portal runs it. Read notifications aren't in its index.
const countUnread = defineStatement<
  { accountId: string; userId: string; topics: readonly string[]; limit: number },
  { count: number }
>(
  'count-unread-notifications',
  `select count(*)::int as count from (select from notifications
    where account_id = :accountId and user_id = :userId and read_at is null and topic = any(:topics::text[]) limit :limit::int) n`,
);

/** @returns at most {@link maximumUnreadCount} */
export async function countUnreadNotifications({ accountId, userId, role }: Reader): Promise<number> {
  const [row] = await countUnread({
    ...{ accountId, userId, topics: listPortalTopics(role) },
    limit: maximumUnreadCount,
  });
  return row!.count;
}

/** A page of a person's notifications, newest first. `before`: the ID where the next page starts, null at the end. */
export async function listPortalNotifications(
  { accountId, userId, role }: Reader,
  { before, isUnread }: { before?: string; isUnread: boolean },
): Promise<{ notifications: PortalNotification[]; before: string | null }> {
  const found = await prisma.notification.findMany({
    where: {
      ...{ accountId, userId, topic: { in: listPortalTopics(role) } },
      ...(before && { id: { lt: before } }),
      ...(isUnread && { readAt: null }),
    },
    orderBy: { id: 'desc' },
    take: pageSize + 1,
  });
  const notifications = found.slice(0, pageSize).map((row) => ({
    id: row.id,
    topic: row.topic as PortalTopic,
    text: row.text,
    path: row.path,
    environment: row.environment as Environment | null,
    createdAt: row.createdAt,
    readAt: row.readAt,
  }));
  return { notifications, before: found.length > pageSize ? notifications.at(-1)!.id : null };
}

/**
 * Marks a notification as read.
 * @returns where it leads; null if it isn't one of the person's
 */
export async function readPortalNotification(
  { accountId, userId, role }: Reader,
  id: string,
): Promise<Pick<PortalNotification, 'path' | 'environment'> | null> {
  const own = { id, accountId, userId, topic: { in: listPortalTopics(role) } };
  const notification = await prisma.notification.findFirst({ where: own });
  if (!notification) return null;
  await prisma.notification.updateMany({ where: { ...own, readAt: null }, data: { readAt: new Date() } });
  return { path: notification.path, environment: notification.environment as Environment | null };
}

/** Marks all notifications up to one as read, so that those the person hasn't seen yet stay unread. */
export async function readAllPortalNotifications(
  { accountId, userId, role }: Reader,
  newestId: string,
): Promise<void> {
  await prisma.notification.updateMany({
    where: { accountId, userId, topic: { in: listPortalTopics(role) }, readAt: null, id: { lte: newestId } },
    data: { readAt: new Date() },
  });
}

/** Deletes notifications after six months. IDs begin with their time. Called by a timer. */
export async function deleteOldNotifications(): Promise<void> {
  const oldest = getIdLowerBound('ntf', new Date(Date.now() - retentionDays * 86_400_000));
  await prisma.$executeRaw`delete from notifications where id < ${oldest}`;
}
