import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { findOutageStart, resendSince } from '~/webhooks/deliveries/resends';
import { readForm, textOf } from '~/routes/forms/form-body';
import { requireMerchant } from '~/routes/guards';
import { requireEndpointKey, requireActiveEndpoint } from '../endpoint-key';
import { isResendRange, toResendStart, type ResendRange } from './resend-range';

export { default } from '~/routes/not-found-page';

/** A GET request after a reload redirects to the endpoint. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'developer_view');
  return redirect(`/developers/webhooks/${requireEndpointKey(merchant, params.id).id}`);
}

/** Resends failed deliveries since a given time. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const key = requireEndpointKey(merchant, params.id);
  const { disabledAt } = await requireActiveEndpoint(key);
  const chosen = textOf(await readForm(request), 'since');
  const since = isResendRange(chosen) ? await findResendStart(chosen, { ...key, disabledAt }) : null;
  if (!since) return redirect(`/developers/webhooks/${key.id}?done=nothing`);
  const outcome = await resendSince({ ...key, since, by: merchant.user.id, address: context.clientAddress });
  if (outcome === 'not_found') throw new Response(null, { status: 404 });
  if (outcome === 'endpoint_disabled') return redirect(`/developers/webhooks/${key.id}?done=resend_disabled`);
  return redirect(
    `/developers/webhooks/${key.id}?${new URLSearchParams({ done: outcome.more ? 'resent_some' : 'resent', count: String(outcome.count) })}`,
  );
}

/** Null when the endpoint has never been disabled. */
async function findResendStart(
  range: ResendRange,
  { id, disabledAt }: { id: string; disabledAt: Date | null },
): Promise<Date | null> {
  if (range !== 'disabled') return toResendStart(range);
  return disabledAt && findOutageStart(id, disabledAt);
}
