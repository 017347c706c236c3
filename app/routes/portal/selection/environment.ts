import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { readForm, textOf } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { localPath } from '../../identity/login/local-path';
import { selectEnvironment } from './selected-environment';

export { default } from '../../not-found-page';

/** A GET request after a reload redirects home. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMerchant(request);
  return redirect('/');
}

/** Switches the portal between test and live. An account that isn't live stays in test. */
export async function action({ request }: ActionFunctionArgs) {
  await requireMerchant(request);
  const form = await readForm(request);
  const environment = form.get('environment') === 'live' ? 'live' : 'test';
  return redirect(localPath(textOf(form, 'returnTo')), {
    headers: { 'Set-Cookie': selectEnvironment(environment) },
  });
}
