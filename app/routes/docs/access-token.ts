import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { readForm, textOf } from '../forms/form-body';
import { requireMerchant } from '../guards';
import { localPath } from '../identity/login/local-path';
import { findExampleSecret, storeExampleToken } from './example-token';

export { default } from '../not-found-page';

/** Creates a test access token for the reader's examples. Requires an active secret. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'credentials_manage');
  const returnTo = textOf(await readForm(request), 'returnTo');
  const secretId = await findExampleSecret(account.id);
  if (!secretId) return redirect('/developers');
  const token = context.signTestToken({ accountId: account.id, secretId });
  return redirect(localPath(returnTo || '/docs'), {
    headers: {
      'Set-Cookie': storeExampleToken({ userId: user.id, accountId: account.id }, { token, secretId }),
    },
  });
}

/** A login on the way here continues with a GET request. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMerchant(request, 'credentials_manage');
  return redirect('/docs');
}
