import { Form, Link, NavLink, useLocation } from '@remix-run/react';
import clsx from 'clsx';
import { ArrowLeftRight, BookOpen, CodeXml, House, LogOut, Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Environment } from '~/platform/environment';
import { EnvironmentBand } from './banner';
import { Brand } from './brand';
import { Button } from './button';

const places = [
  { to: '/', text: 'Home', icon: House, forCredentials: false },
  { to: '/transactions', text: 'Transactions', icon: ArrowLeftRight, forCredentials: false },
  { to: '/developers', text: 'Developers', icon: CodeXml, forCredentials: true },
  { to: '/docs', text: 'Docs', icon: BookOpen, forCredentials: false },
];

type Props = {
  environment: Environment;
  account: { name: string };
  user: { name: string; email: string };
  managesCredentials: boolean;
  children: ReactNode;
};

/** The frame of every page behind the login: where one is, where one can go, who one is. */
export function PortalShell({ environment, account, user, managesCredentials, children }: Props) {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <EnvironmentBand environment={environment} />
      <div className="flex-1 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <header className="border-b border-line bg-surface lg:border-r lg:border-b-0">
          {/* A new element on every page: the menu of the page before would stay open. */}
          <details key={pathname} className="group lg:hidden">
            <summary className="flex items-center justify-between px-4 py-3 -outline-offset-4">
              <Brand />
              <span className="flex min-h-11 items-center gap-2 rounded-lg border border-line-strong px-3 text-sm font-medium group-open:bg-sunken">
                <Menu size={18} aria-hidden="true" />
                Menu
              </span>
            </summary>
            <div className="border-t border-line px-4 pb-4">
              <Menus label="Main menu" account={account} user={user} managesCredentials={managesCredentials} />
            </div>
          </details>
          <div className="sticky top-0 hidden h-dvh flex-col px-4 py-6 lg:flex">
            <Link to="/" className="mb-6 px-3">
              <Brand />
            </Link>
            <Menus label="Main" account={account} user={user} managesCredentials={managesCredentials} />
          </div>
        </header>
        <main id="content" tabIndex={-1} className="mx-auto w-full max-w-6xl min-w-0 px-4 py-8 outline-none sm:px-8 lg:py-10">
          {children}
        </main>
      </div>
    </div>
  );
}

function Menus({ label, account, user, managesCredentials }: Pick<Props, 'account' | 'user' | 'managesCredentials'> & { label: string }) {
  const reachable = places.filter(({ forCredentials }) => managesCredentials || !forCredentials);
  return (
    <>
      <nav aria-label={label} className="py-3 lg:py-0">
        <ul className="space-y-1">
          {reachable.map(({ to, text, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/'}
                className={({ isActive }) => clsx(placeLook, isActive ? 'bg-accent-soft text-accent' : 'hover:bg-sunken')}
              >
                <Icon size={18} aria-hidden="true" />
                {text}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="border-t border-line pt-4 text-sm lg:mt-auto">
        <p className="px-3 font-medium">{account.name}</p>
        <p className="px-3 break-words text-ink-soft">{user.email}</p>
        <Form method="post" action="/logout" className="mt-2">
          <Button type="submit" variant="quiet" size="small" className="gap-3">
            <LogOut size={16} aria-hidden="true" />
            Log out
          </Button>
        </Form>
      </div>
    </>
  );
}

const placeLook = 'flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium lg:min-h-10';
