import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation, useRouteError, useRouteLoaderData } from '@remix-run/react';
import { useMemo } from 'react';
import { findRecovery } from '~/identity/running-recovery';
import { permissionsOf } from '~/merchants/members';
import { useLook } from '~/ui/brand';
import { ErrorPage, LoneErrorPage } from '~/ui/error-page';
import { MadeForContext } from '~/ui/form';
import { readOtherPage } from '~/ui/other-page';
import { PortalShell } from '~/ui/portal-shell';
import { TimeZoneContext } from '~/ui/time';
import { requireMerchant } from '../guards';
import { areaPaths } from '../identity/areas';
import { RecoveryBanner } from '../identity/security/recovery-banner';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, account, role, environment, worksForOthers } = await requireMerchant(request);
  return {
    user: { name: user.name, email: user.email },
    account: {
      id: account.id,
      name: account.name,
      timeZone: account.timeZone,
      mode: account.mode,
      status: account.status,
    },
    environment,
    permissions: permissionsOf(role),
    worksForOthers,
    recovery: await findRecovery(user.id),
  };
}

export default function Shell() {
  const { recovery, ...loaded } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { account, environment } = loaded;
  const looks = useLook() !== undefined;
  const madeFor = useMemo(() => ({ accountId: account.id, environment }), [account.id, environment]);
  return (
    <MadeForContext.Provider value={madeFor}>
      <TimeZoneContext.Provider value={account.timeZone}>
        <PortalShell {...loaded}>
          {recovery && !looks && pathname !== areaPaths.portal.recovery && (
            <RecoveryBanner takesEffectAt={recovery.takesEffectAt} />
          )}
          <Outlet />
        </PortalShell>
      </TimeZoneContext.Provider>
    </MadeForContext.Provider>
  );
}

/** Errors of the pages inside keep the navigation around them, unless it is that of another account than the person works for by now. */
export function ErrorBoundary() {
  const loaded = useRouteLoaderData<typeof loader>('routes/portal/shell');
  const other = readOtherPage(useRouteError());
  if (!loaded || other) return <LoneErrorPage />;
  return (
    <PortalShell {...loaded}>
      <ErrorPage />
    </PortalShell>
  );
}
