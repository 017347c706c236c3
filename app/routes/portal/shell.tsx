import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { mayDo } from '~/merchants/members';
import { ErrorPage, LoneErrorPage } from '~/ui/error-page';
import { PortalShell } from '~/ui/portal-shell';
import { TimeZoneContext } from '~/ui/time';
import { requireMerchant } from '../guards';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, account, role, environment } = await requireMerchant(request);
  return {
    user: { name: user.name, email: user.email },
    account: { name: account.name, timeZone: account.timeZone, mode: account.mode, status: account.status },
    environment,
    managesCredentials: mayDo(role, 'credentials_manage'),
    viewsDevelopers: mayDo(role, 'developer_view'),
    managesAccount: mayDo(role, 'account_manage'),
    managesCheckout: mayDo(role, 'checkout_manage'),
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
