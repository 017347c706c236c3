import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Brand } from '~/ui/layout/brand';
import { ErrorPage, StandaloneErrorPage } from '~/ui/layout/error-page';
import { PageFormContext } from '~/ui/forms/form';
import { TextLink } from '~/ui/content/text-link';
import { TimeZoneContext } from '~/ui/content/time';
import { findMerchant } from '../guards';
import { DocsMenu, DocsSidebar, type DocsSection } from './docs-navigation';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await findMerchant(request);
  const { tags, paths } = context.describeApi();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return {
    formContext: merchant && { accountId: merchant.account.id, environment: merchant.environment },
    timeZone: merchant?.account.timeZone ?? 'UTC',
    sections: tags.map(({ name }) => ({
      name,
      operations: operations
        .filter((operation) => operation.tags[0] === name)
        .map(({ operationId, summary }) => ({ id: operationId, summary })),
    })),
  };
}

export default function Frame() {
  const { formContext, timeZone, sections } = useLoaderData<typeof loader>();
  return (
    <PageFormContext.Provider value={formContext}>
      <TimeZoneContext.Provider value={timeZone}>
        <DocsFrame isLoggedIn={formContext !== null} sections={sections}>
          <Outlet />
        </DocsFrame>
      </TimeZoneContext.Provider>
    </PageFormContext.Provider>
  );
}

function DocsFrame({
  isLoggedIn,
  sections,
  children,
}: {
  isLoggedIn: boolean;
  sections: DocsSection[];
  children: ReactNode;
}) {
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="flex items-center justify-between gap-4 px-4 py-3 sm:px-6">
          <Link to="/docs" className="flex items-center gap-2.5">
            <Brand />
            <span className="text-lg text-ink-soft">Docs</span>
          </Link>
          {isLoggedIn ? <TextLink to="/">Portal</TextLink> : <TextLink to="/login">Log in</TextLink>}
        </div>
        <DocsMenu sections={sections} />
      </header>
      <div className="lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
        <DocsSidebar sections={sections} />
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
  if (!data) return <StandaloneErrorPage />;
  return (
    <DocsFrame isLoggedIn={data.formContext !== null} sections={data.sections}>
      <ErrorPage />
    </DocsFrame>
  );
}
