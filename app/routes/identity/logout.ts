import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { endSession } from '~/identity/sessions';
import { areaOf, areaPaths } from './areas';

/** A GET changes nothing, so it logs nobody out. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(areaPaths[areaOf(request)].home);
}

/** Needs no login: to log out twice is to be logged out. */
export async function action({ request }: ActionFunctionArgs) {
  const area = areaOf(request);
  return redirect(areaPaths[area].login, { headers: { 'Set-Cookie': await endSession(request, area) } });
}
