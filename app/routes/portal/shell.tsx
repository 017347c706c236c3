import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { mayDo } from '~/merchants/members';
import { ErrorPage, LoneErrorPage } from '~/ui/error-page';
import { PortalShell } from '~/ui/portal-shell';
import { TimeZoneContext } from '~/ui/time';
import { requireMerchant } from '../guards';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, account, role } = await requireMerchant(request);
  return {
    user: { name: user.name, email: user.email },
    account: { name: account.name, timeZone: account.timeZone },
    managesCredentials: mayDo(role, 'credentials_manage'),
    managesAccount: mayDo(role, 'account_manage'),
  };
}

export default function Shell() {
  const { user, account, managesCredentials, managesAccount } = useLoaderData<typeof loader>();
  return (
    <TimeZoneContext.Provider value={account.timeZone}>
      <PortalShell environment="test" account={account} user={user} managesCredentials={managesCredentials} managesAccount={managesAccount}>
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
    <PortalShell environment="test" account={loaded.account} user={loaded.user} managesCredentials={loaded.managesCredentials} managesAccount={loaded.managesAccount}>
      <ErrorPage />
    </PortalShell>
  );
}
