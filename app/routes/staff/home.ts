import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { staffMayDo } from '~/identity/staff';
import { requireStaff } from '../guards';

/** Everybody begins where their work lies. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request);
  return redirect(staffMayDo(role, 'applications_review') ? '/review' : '/support');
}
