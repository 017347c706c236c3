import { Link, Outlet, useLocation, useRouteLoaderData } from '@remix-run/react';
import clsx from 'clsx';
import type { loader as shellLoader } from '../shell';

/** The pages for developers. Those about credentials require the permission to manage them. */
const places = [
  { to: '/developers', text: 'API credentials', forCredentials: true },
  { to: '/developers/requests', text: 'Requests' },
  { to: '/developers/external-ids', text: 'External IDs' },
  { to: '/developers/webhooks', text: 'Webhooks' },
  { to: '/developers/verify', text: 'Check a signature' },
  { to: '/developers/test-cards', text: 'Test cards' },
  { to: '/developers/redirect-hosts', text: 'Redirect hosts', forCredentials: true },
  { to: '/developers/signing-secret', text: 'Checkout signing secret', forCredentials: true },
];

/** The layout of every page under Developers. */
export default function DeveloperFrame() {
  return (
    <>
      <DeveloperTabs />
      <Outlet />
    </>
  );
}

function DeveloperTabs() {
  const managesCredentials =
    useRouteLoaderData<typeof shellLoader>('routes/portal/shell')?.permissions.includes('credentials_manage');
  const { pathname } = useLocation();
  // Other pages belong to the first entry: client secrets and allowed addresses.
  const here =
    places.slice(1).find(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? places[0];
  return (
    <nav aria-label="Developers" className="mb-6 border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {places
          .filter(({ forCredentials }) => managesCredentials || !forCredentials)
          .map((place) => (
            <li key={place.to}>
              <Link
                to={place.to}
                aria-current={place === here ? 'page' : undefined}
                className={clsx(
                  'flex min-h-10 items-center border-b-2 px-2.5 text-sm font-medium',
                  place === here
                    ? 'border-accent text-accent'
                    : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink',
                )}
              >
                {place.text}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
