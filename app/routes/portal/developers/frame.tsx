import { Link, Outlet, useLocation, useRouteLoaderData } from '@remix-run/react';
import clsx from 'clsx';
import type { loader as shellLoader } from '../shell';
import { developerPages } from './developer-pages';

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
  const permissions = useRouteLoaderData<typeof shellLoader>('routes/portal/shell')?.permissions;
  const { pathname } = useLocation();
  // Other pages belong to the first entry: client secrets and allowed addresses.
  const [firstPage, ...otherPages] = developerPages;
  const currentPage =
    otherPages.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? firstPage;
  return (
    <nav aria-label="Developers" className="mb-6 border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {developerPages
          .filter(({ requiredPermission }) => permissions?.includes(requiredPermission))
          .map((page) => (
            <li key={page.to}>
              <Link
                to={page.to}
                aria-current={page === currentPage ? 'page' : undefined}
                className={clsx(
                  'flex min-h-10 items-center border-b-2 px-2.5 text-sm font-medium',
                  page === currentPage
                    ? 'border-accent text-accent'
                    : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink',
                )}
              >
                {page.text}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
