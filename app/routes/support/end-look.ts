import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { lookCookie } from '~/merchants/look-cookie';
import { endLook } from '~/merchants/look-endings';
import { requireStaff } from '../guards';
import { lookHome } from '../looking';

export { default } from '../no-page';

/** Nothing to see: whoever reloads here goes to what they saw. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'portal_look');
  return redirectDocument(lookHome);
}

/** Ends the look of this session. One that is over stays as it ended. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { sessionId } = await requireStaff(request, 'portal_look');
  await endLook({ sessionId, by: 'by_hand', address: context.clientAddress });
  return redirectDocument(lookHome, { headers: { 'Set-Cookie': lookCookie(null) } });
}
