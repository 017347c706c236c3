import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { hasStaffPermission } from '~/identity/staff/staff';
import { requireStaff } from '../guards';

/** Staff start on the page for their role. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request);
  return redirect(hasStaffPermission(role, 'applications_review') ? '/review' : '/support');
}
