import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { writeSupportSessionCookie } from '~/merchants/support-sessions/support-session-cookie';
import { endSupportSession } from '~/merchants/support-sessions/support-session-end';
import { requireStaff } from '../../guards';
import { supportSessionHome } from '../../support-session';

export { default } from '../../not-found-page';

/** A GET request after a reload redirects to the details. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'support_session_start');
  return redirectDocument(supportSessionHome);
}

/** Ends the staff member's support session. Does nothing if it has already ended. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { sessionId } = await requireStaff(request, 'support_session_start');
  await endSupportSession({ sessionId, endReason: 'manual', address: context.clientAddress });
  return redirectDocument(supportSessionHome, { headers: { 'Set-Cookie': writeSupportSessionCookie(null) } });
}
