import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { readForm, textOf } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { localPath } from '../../identity/login/local-path';
import { findExcessiveColumns, saveColumnChoice } from './column-choice';

export { default } from '../../not-found-page';

/** A GET request after a reload redirects to the list. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMerchant(request, 'transactions_view');
  return redirect('/transactions');
}

/** Stores the person's choice of columns. If it has too many, it goes back to the list for correction. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireMerchant(request, 'transactions_view');
  const form = await readForm(request);
  const chosen = form.has('usual')
    ? []
    : form.getAll('column').filter((name): name is string => typeof name === 'string');
  const list = new URL(localPath(textOf(form, 'returnTo') || '/transactions'), request.url);
  const excessive = findExcessiveColumns(chosen);
  if (excessive) list.searchParams.set('columns', excessive.join('.'));
  if (excessive) return redirect(list.pathname + list.search);
  return redirect(list.pathname + list.search, {
    headers: { 'Set-Cookie': saveColumnChoice(user.id, chosen) },
  });
}
