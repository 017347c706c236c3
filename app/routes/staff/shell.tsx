import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { listStaffPermissions } from '~/identity/staff/staff';
import { hasOpenFactorReset } from '~/identity/staff/factor-resets';
import { describeSupportSession } from '~/merchants/support-sessions/support-session-cookie';
import { TextLink } from '~/ui/content/text-link';
import { Banner } from '~/ui/layout/banner';
import { preloadFont } from '~/ui/layout/font-preload';
import { ErrorPage, StandaloneErrorPage } from '~/ui/layout/error-page';
import { StaffShell } from '~/ui/shell/staff-shell';
import { requireStaff } from '../guards';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, role } = await requireStaff(request);
  return {
    user: { name: user.name, email: user.email },
    role,
    permissions: listStaffPermissions(role),
    supportSession: await describeSupportSession(request),
    isFactorResetOpen: await hasOpenFactorReset(user.id),
  };
}

export const links = preloadFont;

export default function StaffLayout() {
  const { isFactorResetOpen, ...shell } = useLoaderData<typeof loader>();
  return (
    <StaffShell {...shell}>
      {isFactorResetOpen && (
        <div className="mb-6">
          <Banner tone="negative" title="Your second factor is about to be reset">
            If you didn’t ask for this, <TextLink to="/staff/security">cancel it</TextLink>.
          </Banner>
        </div>
      )}
      <Outlet />
    </StaffShell>
  );
}

/** Errors of inner pages keep the navigation. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>('routes/staff/shell');
  if (!data) return <StandaloneErrorPage />;
  return (
    <StaffShell {...data}>
      <ErrorPage area="staff" />
    </StaffShell>
  );
}
