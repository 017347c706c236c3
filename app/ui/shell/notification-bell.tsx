import { Link, useLocation } from '@remix-run/react';
import { Bell } from 'lucide-react';
import clsx from 'clsx';

/** More aren't counted. */
const highestCount = 99;

const formatCount = (unread: number) => (unread > highestCount ? `${highestCount}+` : String(unread));

export const describeUnread = (unread: number) =>
  `${formatCount(unread)} unread ${unread === 1 ? 'notification' : 'notifications'}`;

/** A link to the notifications, with the number of unread ones. */
export function NotificationBell({ unread, isSmall = false }: { unread: number; isSmall?: boolean }) {
  const { pathname } = useLocation();
  const count = unread > 0 && (
    <span
      aria-hidden="true"
      className={clsx(
        'rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums',
        isSmall ? 'absolute -top-0.5 -right-0.5' : 'ml-auto',
      )}
    >
      {formatCount(unread)}
    </span>
  );
  return (
    <Link
      to="/notifications"
      aria-label={unread > 0 ? `Notifications, ${formatCount(unread)} unread` : 'Notifications'}
      aria-current={pathname === '/notifications' ? 'page' : undefined}
      className={clsx('place relative', isSmall ? 'size-9 justify-center px-0' : 'min-h-11')}
    >
      <Bell size={isSmall ? 18 : 16} aria-hidden="true" />
      {!isSmall && 'Notifications'}
      {count}
    </Link>
  );
}
