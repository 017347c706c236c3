import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { readForm, textOf } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { localPath } from '../../identity/login/local-path';
import { saveColumnChoice } from './column-choice';

export { default } from '../../not-found-page';

/** A GET request after a reload redirects to the list. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMerchant(request, 'transactions_view');
  return redirect('/transactions');
}

/** Stores the person's choice of columns. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireMerchant(request, 'transactions_view');
  const form = await readForm(request);
  const chosen = form.has('usual')
    ? []
    : form.getAll('column').filter((name): name is string => typeof name === 'string');
  return redirect(localPath(textOf(form, 'returnTo') || '/transactions'), {
    headers: { 'Set-Cookie': saveColumnChoice(user.id, chosen) },
  });
}
