import { Form, Link, useLocation } from '@remix-run/react';
import { LogOut, Menu, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Brand } from './brand';
import { Button } from '../forms/button';

export type NavigationItem = { to: string; text: string; icon: LucideIcon };

/** Items under a common title. A group without a title has the most important or general ones. */
export type NavigationGroup<Item = NavigationItem> = { title?: string; items: readonly Item[] };

type Props = {
  /** Above everything: the kind of area. */
  banner: ReactNode;
  homeUrl: string;
  /** Above the menu. */
  navigationHeader?: ReactNode;
  navigationGroups: readonly NavigationGroup[];
  /** The current person. */
  userInfo: ReactNode;
  /** Links to personal settings. */
  personalItems?: readonly NavigationItem[];
  /** The logout URL. Null during a support session. */
  logoutUrl?: string;
  children: ReactNode;
};

/** The groups with the items that somebody may use. */
export function filterGroups<Item>(
  groups: readonly NavigationGroup<Item>[],
  isAllowed: (item: Item) => boolean,
): NavigationGroup<Item>[] {
  return groups
    .map(({ title, items }) => ({ title, items: items.filter(isAllowed) }))
    .filter(({ items }) => items.length > 0);
}

/** The layout of every page after login: the current page, the menu, and the person. */
export function ShellFrame({ banner, children, ...menuProps }: Props) {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      {banner}
      <div className="flex-1 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <header className="border-b border-line bg-surface lg:border-r lg:border-b-0">
          {/* A new element on every page. Otherwise the previous page's menu would stay open. */}
          <details key={pathname} className="group lg:hidden">
            <summary className="menu flex items-center justify-between px-4 py-3 -outline-offset-4">
              <Brand />
              <span className="flex min-h-11 items-center gap-2 rounded-lg border border-line-strong px-3 text-sm font-medium group-open:bg-sunken">
                <Menu size={18} aria-hidden="true" />
                Menu
              </span>
            </summary>
            <div className="border-t border-line px-4 pb-4">
              <NavigationMenus label="Main menu" {...menuProps} />
            </div>
          </details>
          {/* The banner pushes the end of it below the window until the person scrolls. */}
          <div className="side-bar sticky hidden flex-col px-4 pt-6 pb-14 lg:flex">
            <Link to={menuProps.homeUrl} className="mb-6 px-3">
              <Brand />
            </Link>
            <NavigationMenus label="Main" {...menuProps} />
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
  userInfo,
  personalItems = [],
  logoutUrl,
}: Omit<Props, 'banner' | 'children'> & { label: string }) {
  const { pathname } = useLocation();
  // What NavLink does at a third of its cost: both menus together have dozens of links.
  const hasMoreSpecificItem = (to: string) =>
    navigationGroups
      .flatMap(({ items }) => items)
      .some((item) => item.to.startsWith(`${to}/`) && pathname.startsWith(item.to));
  const isAncestorOfPage = (to: string) =>
    to !== homeUrl &&
    !personalItems.some((item) => item.to.startsWith(`${to}/`)) &&
    !hasMoreSpecificItem(to) &&
    pathname.startsWith(`${to}/`);
  const getCurrentPageProps = (to: string) =>
    pathname === to || isAncestorOfPage(to) ? ({ 'aria-current': 'page' } as const) : {};
  return (
    <>
      {navigationHeader}
      <nav aria-label={label} className="py-3 lg:py-0">
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
      <div className="border-t border-line pt-4 text-sm lg:mt-auto">
        <div className="mb-2 px-3">{userInfo}</div>
        {personalItems.map(({ to, text, icon: Icon }) => (
          <Link key={to} to={to} {...getCurrentPageProps(to)} className="place min-h-9">
            <Icon size={16} aria-hidden="true" />
            {text}
          </Link>
        ))}
        {logoutUrl && (
          <Form method="post" action={logoutUrl}>
            <Button type="submit" variant="quiet" size="small" className="gap-3">
              <LogOut size={16} aria-hidden="true" />
              Log out
            </Button>
          </Form>
        )}
      </div>
    </>
  );
}
