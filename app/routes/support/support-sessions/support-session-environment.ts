import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { switchSupportSessionEnvironment } from '~/merchants/support-sessions/support-sessions';
import { readForm, textOf } from '../../forms/form-body';
import { requireStaff } from '../../guards';
import { localPath } from '../../identity/login/local-path';

export { default } from '../../not-found-page';

/** A GET request after a reload continues the support session. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'support_session_start');
  return redirectDocument('/');
}

/** Switches the support session between test and live. The person's own portal login isn't affected. */
export async function action({ request }: ActionFunctionArgs) {
  const { sessionId } = await requireStaff(request, 'support_session_start');
  const form = await readForm(request);
  await switchSupportSessionEnvironment({
    sessionId,
    environment: form.get('environment') === 'live' ? 'live' : 'test',
  });
  return redirectDocument(localPath(textOf(form, 'returnTo')));
}
