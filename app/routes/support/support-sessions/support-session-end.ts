import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { writeSupportSessionCookie } from '~/merchants/support-sessions/support-session-cookie';
import { endSupportSession } from '~/merchants/support-sessions/support-session-end';
import { requireStaff } from '../../guards';
import { supportSessionHome } from '../../support-session';

export { default } from '../../not-found-page';

/** Nothing to see: anyone who reloads here goes to what they saw. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'portal_look');
  return redirectDocument(supportSessionHome);
}

/** Ends the support session of this session. One that is over stays as it ended. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { sessionId } = await requireStaff(request, 'portal_look');
  await endSupportSession({ sessionId, by: 'manual', address: context.clientAddress });
  return redirectDocument(supportSessionHome, { headers: { 'Set-Cookie': writeSupportSessionCookie(null) } });
}
