import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { disableEndpoint, enableEndpoint } from '~/webhooks/endpoints/endpoint-status';
import { readForm, textOf } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { requireEndpointKey } from './endpoint-key';

export { default } from '../../not-found-page';

/** A GET request after a reload redirects to the endpoint. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'developer_view');
  return redirect(`/developers/webhooks/${requireEndpointKey(merchant, params.id).id}`);
}

/** Enables or disables an endpoint. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const key = requireEndpointKey(merchant, params.id);
  const status = textOf(await readForm(request), 'status');
  const change = { ...key, by: merchant.user.id, address: context.clientAddress };
  if (status !== 'enabled' && status !== 'disabled')
    return redirect(`/developers/webhooks/${key.id}?done=nothing`);
  const outcome = await (status === 'enabled' ? enableEndpoint(change) : disableEndpoint(change));
  if (outcome === 'not_found') throw new Response(null, { status: 404 });
  return redirect(`/developers/webhooks/${key.id}?done=${outcome}`);
}
