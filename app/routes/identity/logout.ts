import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { endSession, retrieveSession } from '~/identity/sessions/sessions';
import { writeSupportSessionCookie } from '~/merchants/support-sessions/support-session-cookie';
import { endSupportSession } from '~/merchants/support-sessions/support-session-end';
import { findActiveSupportSession } from '../support-session';
import { getArea, areaPaths } from './areas';

/** A GET changes nothing, so it logs nobody out. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(areaPaths[getArea(request)].home);
}

/** Needs no login: to log out twice is to be logged out. Who looks through a merchant's eyes stops it as they leave the staff area, and not as the merchant. */
export async function action({ request, context }: ActionFunctionArgs) {
  const area = getArea(request);
  const headers = new Headers();
  if (area === 'portal') await findActiveSupportSession(request);
  else {
    const session = await retrieveSession(request, area);
    if (session)
      await endSupportSession({ sessionId: session.id, by: 'logged_out', address: context.clientAddress });
    headers.append('Set-Cookie', writeSupportSessionCookie(null));
  }
  headers.append('Set-Cookie', await endSession(request, area));
  return redirect(areaPaths[area].login, { headers });
}
