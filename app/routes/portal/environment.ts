import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { readForm, textOf } from '../form-body';
import { requireMerchant } from '../guards';
import { localPath } from '../identity/local-path';
import { chooseEnvironment } from './chosen-environment';

export { default } from '../no-page';

/** Nothing to see: whoever reloads here goes home. */
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
    headers: { 'Set-Cookie': chooseEnvironment(environment) },
  });
}
