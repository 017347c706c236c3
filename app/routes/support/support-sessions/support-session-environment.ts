import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { switchSupportSessionEnvironment } from '~/merchants/support-sessions/support-sessions';
import { readForm, textOf } from '../../forms/form-body';
import { requireStaff } from '../../guards';
import { localPath } from '../../identity/login/local-path';

export { default } from '../../not-found-page';

/** Nothing to see: anyone who reloads here goes on looking. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'portal_look');
  return redirectDocument('/');
}

/** Switches the support session of this session between test and live. What the person's own login to the portal shows stays as it is. */
export async function action({ request }: ActionFunctionArgs) {
  const { sessionId } = await requireStaff(request, 'portal_look');
  const form = await readForm(request);
  await switchSupportSessionEnvironment({
    sessionId,
    environment: form.get('environment') === 'live' ? 'live' : 'test',
  });
  return redirectDocument(localPath(textOf(form, 'returnTo')));
}
