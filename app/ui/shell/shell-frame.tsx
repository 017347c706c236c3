import { Link, useLocation } from '@remix-run/react';
import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { AccountMenu, AccountSection, type AccountMenuProps } from './account-menu';
import { Brand } from '../layout/brand';
import type { NavigationGroup, NavigationItem } from './navigation';
import { describeUnread, NotificationBell } from './notification-bell';

type Props = {
  /** Above everything: the kind of area. */
  banner: ReactNode;
  homeUrl: string;
  /** With a bell. Null: without one. */
  unreadNotifications?: number | null;
  /** Above the menu. */
  navigationHeader?: ReactNode;
  navigationGroups: readonly NavigationGroup[];
  account: AccountMenuProps;
  children: ReactNode;
};

/** The layout of every page after login: the current page, the menu, and the person. */
export function ShellFrame({ banner, account, unreadNotifications = null, children, ...menuProps }: Props) {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      {banner}
      <div className="flex-1 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] print:block">
        <header className="border-b border-line bg-surface lg:border-r lg:border-b-0 print:hidden">
          {/* A new element on every page. Otherwise the previous page's menu would stay open. */}
          <details key={pathname} className="group lg:hidden">
            <summary className="menu flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 -outline-offset-4">
              <Brand />
              <span className="flex min-h-11 items-center gap-2 rounded-lg border border-line-strong px-3 text-sm font-medium group-open:bg-sunken">
                <Menu size={18} aria-hidden="true" />
                <span>Menu</span>
                {unreadNotifications !== null && unreadNotifications > 0 && (
                  <span className="size-2 rounded-full bg-accent">
                    <span className="sr-only">, {describeUnread(unreadNotifications)}</span>
                  </span>
                )}
              </span>
            </summary>
            <div className="border-t border-line px-4 pb-4">
              {unreadNotifications !== null && (
                <div className="pt-3">
                  <NotificationBell unread={unreadNotifications} />
                </div>
              )}
              <NavigationMenus label="Main menu" personalItems={account.items} {...menuProps} />
              <AccountSection {...account} />
            </div>
          </details>
          {/* The banner pushes the end of it below the window until the person scrolls. */}
          <div className="side-bar sticky hidden flex-col px-4 pt-5 pb-12 lg:flex">
            <div className="mb-4 flex items-center justify-between pl-3">
              <Link to={menuProps.homeUrl}>
                <Brand />
              </Link>
              {unreadNotifications !== null && <NotificationBell unread={unreadNotifications} isSmall />}
            </div>
            <NavigationMenus label="Main" personalItems={account.items} {...menuProps} />
            <div className="border-t border-line pt-3">
              <AccountMenu {...account} />
            </div>
          </div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl min-w-0 px-4 py-6 outline-none sm:px-8"
        >
          {children}
        </main>
      </div>
    </div>
  );
}

function NavigationMenus({
  label,
  homeUrl,
  navigationHeader,
  navigationGroups,
  personalItems,
}: Omit<Props, 'banner' | 'account' | 'unreadNotifications' | 'children'> & {
  label: string;
  personalItems: readonly NavigationItem[];
}) {
  const { pathname } = useLocation();
  // What NavLink does at a third of its cost: both menus together have dozens of links.
  const hasMoreSpecificItem = (to: string) =>
    [...personalItems, ...navigationGroups.flatMap(({ items }) => items)].some(
      (item) => item.to.startsWith(`${to}/`) && pathname.startsWith(item.to),
    );
  const isAncestorOfPage = (to: string) =>
    to !== homeUrl && !hasMoreSpecificItem(to) && pathname.startsWith(`${to}/`);
  const owner = navigationGroups.flatMap(({ items }) => items).find(({ pages }) => pages?.test(pathname));
  const getCurrentPageProps = (to: string) =>
    (owner ? to === owner.to : pathname === to || isAncestorOfPage(to))
      ? ({ 'aria-current': 'page' } as const)
      : {};
  return (
    <>
      {navigationHeader}
      <nav aria-label={label} className="-mx-1 px-1 py-3 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:py-1">
        {navigationGroups.map(({ title, items }) => (
          <div key={title ?? items[0]?.to} className="mb-4">
            {title && (
              <p aria-hidden="true" className="px-3 pb-1 text-xs font-medium text-ink-soft">
                {title}
              </p>
            )}
            <ul aria-label={title} className="space-y-0.5">
              {items.map(({ to, text, icon: Icon }) => (
                <li key={to}>
                  <Link to={to} {...getCurrentPageProps(to)} className="place min-h-11 lg:min-h-8 lg:text-sm">
                    <Icon size={16} aria-hidden="true" />
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}
