import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { endSession, retrieveSession } from '~/identity/sessions/sessions';
import { writeSupportSessionCookie } from '~/merchants/support-sessions/support-session-cookie';
import { endSupportSession } from '~/merchants/support-sessions/support-session-end';
import { findActiveSupportSession } from '../../support-session';
import { getArea, areaPaths } from '../areas';

/** A GET request changes nothing, so it doesn't log out. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(areaPaths[getArea(request)].home);
}

/**
 * Needs no login: logging out twice has the same effect. During a support session, only leaving the staff
 * area ends it.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const area = getArea(request);
  const headers = new Headers();
  if (area === 'portal') await findActiveSupportSession(request);
  else {
    const session = await retrieveSession(request, area);
    if (session)
      await endSupportSession({
        sessionId: session.id,
        endReason: 'logged_out',
        address: context.clientAddress,
      });
    headers.append('Set-Cookie', writeSupportSessionCookie(null));
  }
  headers.append('Set-Cookie', await endSession(request, area));
  return redirect(areaPaths[area].login, { headers });
}
