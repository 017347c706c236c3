import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation, useRouteError, useRouteLoaderData } from '@remix-run/react';
import { useMemo } from 'react';
import { findRecovery } from '~/identity/recovery/active-recovery';
import { countUnreadNotifications } from '~/merchants/notifications/portal-notifications';
import { hasSupportSessionCookie } from '~/merchants/support-sessions/support-session-cookie';
import { listRolePermissions } from '~/merchants/team/members';
import { getDayInZone } from '~/platform/time/days';
import { useSupportSession } from '~/ui/layout/brand';
import { ErrorPage, StandaloneErrorPage } from '~/ui/layout/error-page';
import { PageFormContext } from '~/ui/forms/form';
import { parseFormContextMismatch } from '~/ui/layout/form-context-mismatch';
import { preloadFont } from '~/ui/layout/font-preload';
import { OtherEnvironmentNotice, parseOtherEnvironment } from '~/ui/layout/other-environment';
import { PortalShell } from '~/ui/shell/portal-shell';
import { TimeZoneContext, TodayContext } from '~/ui/content/time';
import { requireMerchant } from '../guards';
import { areaPaths } from '../identity/areas';
import { EnvironmentNotice } from './selection/environment-notice';
import { SearchProvider } from './search/search-dialog';
import { RecoveryBanner } from '../identity/security/recovery-banner';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, account, role, environment, hasOtherAccounts } = await requireMerchant(request);
  // The guard has ended the request if the session was over.
  const inSupportSession = hasSupportSessionCookie(request);
  const [recovery, unreadNotifications] = await Promise.all([
    findRecovery(user.id),
    inSupportSession ? null : countUnreadNotifications({ accountId: account.id, userId: user.id, role }),
  ]);
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
    permissions: listRolePermissions(role),
    worksForOthers: hasOtherAccounts,
    recovery,
    unreadNotifications,
    today: getDayInZone(new Date(), account.timeZone),
  };
}

export const links = preloadFont;

export default function Shell() {
  const { recovery, today, ...loaded } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { account, environment } = loaded;
  const inSupportSession = useSupportSession() !== undefined;
  const madeFor = useMemo(() => ({ accountId: account.id, environment }), [account.id, environment]);
  return (
    <PageFormContext.Provider value={madeFor}>
      <TimeZoneContext.Provider value={account.timeZone}>
        <TodayContext.Provider value={today}>
          <SearchProvider>
            <PortalShell {...loaded}>
              <EnvironmentNotice environment={environment} />
              {recovery && !inSupportSession && pathname !== areaPaths.portal.recovery && (
                <RecoveryBanner takesEffectAt={recovery.takesEffectAt} />
              )}
              <Outlet />
            </PortalShell>
          </SearchProvider>
        </TodayContext.Provider>
      </TimeZoneContext.Provider>
    </PageFormContext.Provider>
  );
}

/** Errors of inner pages keep the navigation, unless it belongs to another account than the current one. */
export function ErrorBoundary() {
  const loaded = useRouteLoaderData<typeof loader>('routes/portal/shell');
  const error = useRouteError();
  if (!loaded || parseFormContextMismatch(error)) return <StandaloneErrorPage />;
  const otherEnvironment = parseOtherEnvironment(error);
  return (
    <PortalShell {...loaded}>
      {otherEnvironment ? <OtherEnvironmentNotice {...otherEnvironment} /> : <ErrorPage />}
    </PortalShell>
  );
}
