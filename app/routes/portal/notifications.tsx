import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import {
  BellRing,
  KeyRound,
  Landmark,
  RotateCcw,
  ShieldCheck,
  Undo2,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { capitalize } from '~/platform/text/capitalize';
import {
  countUnreadNotifications,
  listPortalNotifications,
  listPortalTopics,
  readAllPortalNotifications,
  type PortalTopic,
} from '~/merchants/notifications/portal-notifications';
import { isId } from '~/platform/ids';
import { buildListUrl, readTextParameter } from '~/platform/lists/list-url';
import { Pagination } from '~/ui/content/pagination';
import { TextLink } from '~/ui/content/text-link';
import { ShortTime } from '~/ui/content/time';
import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { readForm, textOf } from '../forms/form-body';
import { requireMember } from '../guards';

const path = '/notifications';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, account, role } = await requireMember(request);
  const { searchParams } = new URL(request.url);
  const position = readTextParameter(searchParams, 'before');
  const before = isId('ntf', position) ? position : undefined;
  const isUnread = searchParams.get('show') === 'unread';
  const reader = { accountId: account.id, userId: user.id, role };
  const [page, unreadCount] = await Promise.all([
    listPortalNotifications(reader, { before, isUnread }),
    countUnreadNotifications(reader),
  ]);
  const show = isUnread ? 'unread' : undefined;
  return {
    notifications: page.notifications,
    topics: listPortalTopics(role),
    hasLive: account.mode === 'live',
    // The button marks everything up to the newest one on the page.
    hasUnread: !before && unreadCount > 0,
    isUnread,
    older: page.before && buildListUrl(path, { show, before: page.before }),
    newest: before ? buildListUrl(path, { show }) : null,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { user, account, role } = await requireMember(request);
  const newestId = textOf(await readForm(request), 'newest');
  if (isId('ntf', newestId))
    await readAllPortalNotifications({ accountId: account.id, userId: user.id, role }, newestId);
  return redirect(path);
}

export const meta = pageTitle('Notifications');

const topicIcons: Record<PortalTopic, LucideIcon> = {
  disputes: Undo2,
  refunds: RotateCcw,
  webhooks: Webhook,
  credentials: KeyRound,
  team: Users,
  support_sessions: ShieldCheck,
  account: Landmark,
};

const topicExamples: Partial<Record<PortalTopic, string>> = {
  disputes: 'chargebacks',
  refunds: 'failed refunds',
  webhooks: 'failing webhooks',
  credentials: 'changes to credentials',
  team: 'changes to your team',
};

/** What will appear here, for a role's topics. */
function describeTopics(topics: readonly PortalTopic[]): string {
  const examples = new Intl.ListFormat('en-US').format(topics.flatMap((topic) => topicExamples[topic] ?? []));
  return examples ? `${capitalize(examples)} appear here.` : 'Your role doesn’t get notifications.';
}

export default function Notifications() {
  const { notifications, topics, hasLive, hasUnread, isUnread, older, newest } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Notifications"
        lead={
          <>
            Activity in this account.{' '}
            <TextLink to="/settings/notifications">Choose which emails you get</TextLink>
          </>
        }
        action={
          hasUnread &&
          notifications[0] && (
            <Form method="post" action={path} reloadDocument>
              <input type="hidden" name="newest" value={notifications[0].id} />
              <Button type="submit" variant="secondary" size="small">
                Mark all as read
              </Button>
            </Form>
          )
        }
      />
      <p className="mb-3 flex gap-5 text-sm">
        {isUnread ? (
          <TextLink to={path}>Show all</TextLink>
        ) : (
          <TextLink to={`${path}?show=unread`}>Show unread only</TextLink>
        )}
      </p>
      {notifications.length ? (
        <Panel padding="small">
          <ul className="divide-y divide-line">
            {notifications.map(({ id, topic, text, environment, createdAt, readAt }) => {
              const Icon = topicIcons[topic];
              return (
                <li key={id}>
                  <Form method="post" action={`${path}/${id}`} reloadDocument>
                    <button
                      type="submit"
                      className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-0.5 rounded-lg py-1.5 text-left text-sm hover:bg-sunken"
                    >
                      <Icon size={16} aria-hidden="true" className="shrink-0 text-ink-soft" />
                      <span
                        className={readAt ? 'min-w-0 flex-1 text-ink-soft' : 'min-w-0 flex-1 font-semibold'}
                      >
                        {!readAt && <span className="sr-only">Unread: </span>}
                        <span className="wrap-anywhere">{text}</span>
                      </span>
                      {hasLive && environment && !new RegExp(`\\b${environment}\\b`, 'i').test(text) && (
                        <span className="text-xs text-ink-soft">
                          {environment === 'test' ? 'Test' : 'Live'}
                        </span>
                      )}
                      <span className="text-ink-soft">
                        <ShortTime at={createdAt} />
                      </span>
                      <span
                        aria-hidden="true"
                        className={readAt ? 'size-2 shrink-0' : 'size-2 shrink-0 rounded-full bg-accent'}
                      />
                    </button>
                  </Form>
                </li>
              );
            })}
          </ul>
        </Panel>
      ) : (
        <EmptyState icon={BellRing} title={isUnread ? 'No unread notifications' : 'No notifications yet'}>
          {isUnread ? 'You’ve read all your notifications.' : describeTopics(topics)}
        </EmptyState>
      )}
      <Pagination older={older} newest={newest} />
    </>
  );
}
