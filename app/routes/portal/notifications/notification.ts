import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { readPortalNotification } from '~/merchants/notifications/portal-notifications';
import { isId } from '~/platform/ids';
import { requireMember } from '../../guards';
import { addEnvironmentNotice } from '../selection/environment-notice';
import { selectEnvironment } from '../selection/selected-environment';

export { default } from '../../not-found-page';

/** A GET request after a reload redirects to the list. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireMember(request);
  if (!isId('ntf', params.id!)) throw new Response('Not found', { status: 404 });
  return redirect('/notifications');
}

/** Marks a notification as read and opens its page, in its environment. A form, because a GET changes nothing (threat T5). */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user, account, role, environment } = await requireMember(request);
  const opened =
    isId('ntf', params.id!) &&
    (await readPortalNotification({ accountId: account.id, userId: user.id, role }, params.id!));
  if (!opened) throw new Response('Not found', { status: 404 });
  if (!opened.environment || opened.environment === environment) return redirect(opened.path);
  return redirect(addEnvironmentNotice(opened.path), {
    headers: { 'Set-Cookie': selectEnvironment(opened.environment) },
  });
}
