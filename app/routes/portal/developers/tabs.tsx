import { NavLink, useRouteLoaderData } from '@remix-run/react';
import clsx from 'clsx';
import type { loader as shellLoader } from '../shell';

/** The pages for whoever connects a server. Those about credentials are shown to those who may manage them. */
const places = [
  { to: '/developers', text: 'Credentials', forCredentials: true },
  { to: '/developers/requests', text: 'Requests' },
  { to: '/developers/external-ids', text: 'External ids' },
  { to: '/developers/webhooks', text: 'Webhooks' },
  { to: '/developers/verify', text: 'Check a signature' },
  { to: '/developers/test-cards', text: 'Test cards' },
  { to: '/developers/redirect-hosts', text: 'Redirect hosts', forCredentials: true },
  { to: '/developers/signing-secret', text: 'Signing secret', forCredentials: true },
];

/** Stands below the title of every page under Developers. */
export function DeveloperTabs() {
  const managesCredentials = useRouteLoaderData<typeof shellLoader>('routes/portal/shell')?.permissions.includes('credentials_manage');
  return (
    <nav aria-label="Developers" className="mb-8 border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {places
          .filter(({ forCredentials }) => managesCredentials || !forCredentials)
          .map(({ to, text }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/developers'}
                className={({ isActive }) =>
                  clsx('flex min-h-11 items-center border-b-2 px-3 font-medium', isActive ? 'border-accent text-accent' : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink')
                }
              >
                {text}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
