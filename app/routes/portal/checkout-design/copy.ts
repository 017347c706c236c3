import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { copyDesignToLive } from '~/merchants/checkout-design/design-versions';
import { readForm, textOf } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { selectEnvironment } from '../selection/selected-environment';
import { editor } from './editor-path';

export { default } from '../../not-found-page';

/** A GET request after a reload redirects to the editor. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMerchant(request, 'checkout_manage');
  return redirect(editor);
}

/** Copies the published test design to the live draft, and redirects there to review it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'checkout_manage');
  const form = await readForm(request);
  const copied = await copyDesignToLive({
    accountId: account.id,
    by: user.id,
    revision: textOf(form, 'revision'),
    address: context.clientAddress,
  });
  if (copied === 'not_live' || copied === 'nothing_published') return redirect(`${editor}?nothing_to_copy`);
  return redirect(`${editor}?${copied === 'changed' ? copied : 'copied'}`, {
    headers: { 'Set-Cookie': selectEnvironment('live') },
  });
}
