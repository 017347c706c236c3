import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { endSession } from '~/identity/sessions';

/** A GET changes nothing, so it logs nobody out. */
export function loader() {
  return redirect('/');
}

/** Needs no login: to log out twice is to be logged out. */
export async function action({ request }: ActionFunctionArgs) {
  return redirect('/login', { headers: { 'Set-Cookie': await endSession(request) } });
}
