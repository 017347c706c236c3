import { Form, Link, useLocation } from '@remix-run/react';
import { ChevronsUpDown, LogOut } from 'lucide-react';
import { useMenuClosing } from '../forms/use-menu-closing';
import type { NavigationItem } from './navigation';

export type AccountMenuProps = {
  /** The account, or a staff member's name. */
  name: string;
  /** Lines below the name, such as the person's email address. */
  details: readonly string[];
  items: readonly NavigationItem[];
  /** Without it, as in a support session, there is no menu. */
  logoutUrl?: string;
};

/** The current account and person. Their menu opens above them. */
export function AccountMenu({ name, details, ...links }: AccountMenuProps) {
  const menu = useMenuClosing();
  const { pathname } = useLocation();
  const summary = (
    <>
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-lg bg-accent-soft font-semibold text-accent uppercase"
      >
        {[...name][0]}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        {details.map((line) => (
          <span key={line} className="block truncate text-xs text-ink-soft" title={line}>
            {line}
          </span>
        ))}
      </span>
    </>
  );
  if (!links.logoutUrl) return <div className="flex items-center gap-3 px-2 py-1.5 text-sm">{summary}</div>;
  return (
    <details key={pathname} ref={menu} className="group relative text-sm">
      <summary className="menu flex items-center gap-3 rounded-lg px-2 py-1.5 group-open:bg-sunken hover:bg-sunken">
        {summary}
        <ChevronsUpDown size={16} aria-hidden="true" className="shrink-0 text-ink-soft" />
      </summary>
      <div className="absolute inset-x-0 bottom-full z-20 mb-2 rounded-xl border border-line-strong bg-surface p-1.5 shadow-menu">
        <AccountLinks {...links} />
      </div>
    </details>
  );
}

/** The same inside a phone's menu, which needs no second menu. */
export function AccountSection({ name, details, ...links }: AccountMenuProps) {
  return (
    <div className="border-t border-line pt-4 text-sm">
      <div className="mb-2 px-3">
        <p className="font-medium">{name}</p>
        {details.map((line) => (
          <p key={line} className="break-words text-ink-soft">
            {line}
          </p>
        ))}
      </div>
      {links.logoutUrl && <AccountLinks {...links} />}
    </div>
  );
}

function AccountLinks({ items, logoutUrl }: Pick<AccountMenuProps, 'items' | 'logoutUrl'>) {
  const { pathname } = useLocation();
  return (
    <>
      {items.map(({ to, text, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to || pathname.startsWith(`${to}/`) ? 'page' : undefined}
          className="place min-h-11 lg:min-h-9"
        >
          <Icon size={16} aria-hidden="true" />
          {text}
        </Link>
      ))}
      <Form method="post" action={logoutUrl}>
        <button type="submit" className="place min-h-11 w-full lg:min-h-9">
          <LogOut size={16} aria-hidden="true" />
          Log out
        </button>
      </Form>
    </>
  );
}
