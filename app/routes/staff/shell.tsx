import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { permissionsOf } from '~/identity/staff';
import { describeLook } from '~/merchants/look-cookie';
import { ErrorPage, LoneErrorPage } from '~/ui/error-page';
import { StaffShell } from '~/ui/staff-shell';
import { requireStaff } from '../guards';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, role } = await requireStaff(request);
  return {
    user: { name: user.name, email: user.email },
    role,
    permissions: permissionsOf(role),
    look: await describeLook(request),
  };
}

export default function Shell() {
  return (
    <StaffShell {...useLoaderData<typeof loader>()}>
      <Outlet />
    </StaffShell>
  );
}

/** Errors of the pages inside keep the navigation around them. */
export function ErrorBoundary() {
  const loaded = useRouteLoaderData<typeof loader>('routes/staff/shell');
  if (!loaded) return <LoneErrorPage />;
  return (
    <StaffShell {...loaded}>
      <ErrorPage area="staff" />
    </StaffShell>
  );
}
