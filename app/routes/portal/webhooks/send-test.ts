import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { isEventType, testEventType } from '~/webhooks/events/event-types';
import { sendTestEvent } from '~/webhooks/events/test-events';
import { readForm, textOf } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { requireEndpointKey } from './endpoint-key';

export { default } from '../../not-found-page';

/** A GET request after a reload redirects to the endpoint. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'developer_view');
  return redirect(`/developers/webhooks/${requireEndpointKey(merchant, params.id).id}`);
}

/** Sends a test event, and redirects to its delivery. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const key = requireEndpointKey(merchant, params.id);
  const form = await readForm(request);
  const type = textOf(form, 'type');
  if (type !== testEventType && !isEventType(type))
    return redirect(`/developers/webhooks/${key.id}?done=nothing`);
  const sent = await sendTestEvent({
    ...key,
    eventId: textOf(form, 'event'),
    type,
    by: merchant.user.id,
    address: context.clientAddress,
  });
  if (sent === 'disabled' || sent === 'too_many')
    return redirect(`/developers/webhooks/${key.id}?done=test_${sent}`);
  if (sent === 'not_found') return redirect(`/developers/webhooks/${key.id}?done=nothing`);
  return redirect(`/developers/webhooks/deliveries/${sent.deliveryId}?done=test_sent`);
}
