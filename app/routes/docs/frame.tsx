import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  Link,
  Outlet,
  isRouteErrorResponse,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { preloadFont } from '~/ui/layout/font-preload';
import { Brand } from '~/ui/layout/brand';
import { ErrorPage, StandaloneErrorPage } from '~/ui/layout/error-page';
import { PageFormContext } from '~/ui/forms/form';
import { TextLink } from '~/ui/content/text-link';
import { TimeZoneContext } from '~/ui/content/time';
import { findMerchant } from '../guards';
import { listResources } from './reference/operation-views.server';
import { DocsSearchField } from './search/docs-search-field';
import { docsSearchPath } from './search/search-query';
import { DocsMenu, DocsSidebar, type ReferenceLink } from './docs-navigation';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await findMerchant(request);
  return {
    formContext: merchant && { accountId: merchant.account.id, environment: merchant.environment },
    timeZone: merchant?.account.timeZone ?? 'UTC',
    resources: listResources(context.describeApi()).map(({ path, name, operations }) => ({
      path,
      name,
      operations: operations.map(({ id, summary }) => ({ id, summary })),
    })),
  };
}

export const links = preloadFont;

export default function Frame() {
  const { formContext, timeZone, resources } = useLoaderData<typeof loader>();
  return (
    <PageFormContext.Provider value={formContext}>
      <TimeZoneContext.Provider value={timeZone}>
        <DocsFrame isLoggedIn={formContext !== null} resources={resources}>
          <Outlet />
        </DocsFrame>
      </TimeZoneContext.Provider>
    </PageFormContext.Provider>
  );
}

function DocsFrame({
  isLoggedIn,
  resources,
  children,
}: {
  isLoggedIn: boolean;
  resources: ReferenceLink[];
  children: ReactNode;
}) {
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 sm:px-6">
          <Link to="/docs" className="flex items-center gap-2.5">
            <Brand />
            <span className="text-lg text-ink-soft">Docs</span>
          </Link>
          <DocsSearchField />
          {isLoggedIn ? <TextLink to="/">Portal</TextLink> : <TextLink to="/login">Log in</TextLink>}
        </div>
        <DocsMenu resources={resources} />
      </header>
      <div className="lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
        <DocsSidebar resources={resources} />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-7xl min-w-0 px-4 py-8 outline-none sm:px-8 lg:py-10"
        >
          {children}
        </main>
      </div>
    </>
  );
}

/** An unknown page keeps the navigation. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>('routes/docs/frame');
  const error = useRouteError();
  if (!data) return <StandaloneErrorPage />;
  return (
    <DocsFrame isLoggedIn={data.formContext !== null} resources={data.resources}>
      {isRouteErrorResponse(error) && error.status === 404 ? <UnknownPage /> : <ErrorPage />}
    </DocsFrame>
  );
}

/** The docs are the same for all, so the page is in no other account. */
function UnknownPage() {
  return (
    <div className="max-w-xl py-6">
      <p className="font-medium text-ink-soft">404</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight sm:text-3xl">We can’t find this page</h1>
      <p className="mt-3 text-ink-soft">The address may be mistyped, or the page has moved.</p>
      <p className="mt-6 flex flex-wrap gap-x-5 gap-y-2">
        <TextLink to="/docs">Get started</TextLink>
        <TextLink to={docsSearchPath}>Search the docs</TextLink>
      </p>
    </div>
  );
}
