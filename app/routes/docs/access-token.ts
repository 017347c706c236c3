import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { readForm, textOf } from '../forms/form-body';
import { requireMerchant } from '../guards';
import { localPath } from '../identity/login/local-path';
import { findExampleSecret, storeExampleToken } from './example-token';

export { default } from '../not-found-page';

/** Makes an access token of the test environment for the reader's examples. Without a secret to hang it on, one is needed first. */
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

/** Who logs in on the way here comes by GET. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMerchant(request, 'credentials_manage');
  return redirect('/docs');
}
