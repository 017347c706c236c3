import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { resendDelivery } from '~/webhooks/deliveries/resends';
import { requireMerchant } from '~/routes/guards';
import { requireDeliveryKey } from '../endpoint-key';

export { default } from '~/routes/not-found-page';

/** A GET request after a reload redirects to the delivery. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'developer_view');
  return redirect(`/developers/webhooks/deliveries/${requireDeliveryKey(merchant, params.id).id}`);
}

/** Schedules a delivery for an immediate attempt. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const key = requireDeliveryKey(merchant, params.id);
  const outcome = await resendDelivery({ ...key, by: merchant.user.id, address: context.clientAddress });
  if (outcome === 'not_found') throw new Response(null, { status: 404 });
  return redirect(`/developers/webhooks/deliveries/${key.id}?done=${outcome}`);
}
