import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { readForm, textOf } from '../forms/form-body';
import { requireMerchant } from '../guards';
import { localPath } from '../identity/login/local-path';
import { selectEnvironment } from './selection/selected-environment';

export { default } from '../not-found-page';

/** Nothing to see: anyone who reloads here goes home. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMerchant(request);
  return redirect('/');
}

/** Switches the portal between test and live. An account that is not live stays in test, whatever is asked for. */
export async function action({ request }: ActionFunctionArgs) {
  await requireMerchant(request);
  const form = await readForm(request);
  const environment = form.get('environment') === 'live' ? 'live' : 'test';
  return redirect(localPath(textOf(form, 'returnTo')), {
    headers: { 'Set-Cookie': selectEnvironment(environment) },
  });
}
