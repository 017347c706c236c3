import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { permissionsOf } from '~/merchants/members';
import { ErrorPage, LoneErrorPage } from '~/ui/error-page';
import { PortalShell } from '~/ui/portal-shell';
import { TimeZoneContext } from '~/ui/time';
import { requireMerchant } from '../guards';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, account, role, environment, worksForOthers } = await requireMerchant(request);
  return {
    user: { name: user.name, email: user.email },
    account: { name: account.name, timeZone: account.timeZone, mode: account.mode, status: account.status },
    environment,
    permissions: permissionsOf(role),
    worksForOthers,
  };
}

export default function Shell() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <TimeZoneContext.Provider value={loaded.account.timeZone}>
      <PortalShell {...loaded}>
        <Outlet />
      </PortalShell>
    </TimeZoneContext.Provider>
  );
}

/** Errors of the pages inside keep the navigation around them. */
export function ErrorBoundary() {
  const loaded = useRouteLoaderData<typeof loader>('routes/portal/shell');
  if (!loaded) return <LoneErrorPage />;
  return (
    <PortalShell {...loaded}>
      <ErrorPage />
    </PortalShell>
  );
}
