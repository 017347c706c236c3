import { hasPermission } from '~/merchants/team/members';
import { isId } from '~/platform/ids';
import { findEndpoint, type Endpoint } from '~/webhooks/endpoints/endpoints';
import type { EndpointKey } from '~/webhooks/endpoints/endpoint-key';
import { maskEndpointUrl } from '~/webhooks/endpoints/url-mask';
import type { MerchantMember } from '../../guards';

/**
 * The URL's endpoint with the merchant's key.
 * @throws 404 for an invalid ID
 */
export function requireEndpointKey({ account, environment }: MerchantMember, id = ''): EndpointKey {
  if (!isId('hook', id)) throw new Response(null, { status: 404 });
  return { accountId: account.id, environment, id };
}

/**
 * An endpoint that can be changed.
 * @throws 404, the same for unknown, foreign, and deleted ones
 */
export async function requireActiveEndpoint(key: EndpointKey): Promise<Endpoint> {
  const endpoint = await findEndpoint(key);
  if (!endpoint || endpoint.deletedAt) throw new Response(null, { status: 404 });
  return endpoint;
}

/** The URL's delivery, likewise. */
export function requireDeliveryKey({ account, environment }: MerchantMember, id = ''): EndpointKey {
  if (!isId('dlv', id)) throw new Response(null, { status: 404 });
  return { accountId: account.id, environment, id };
}

/** An endpoint's URL as this person may see it. */
export function getVisibleUrl({ role }: Pick<MerchantMember, 'role'>, url: string): string {
  return hasPermission(role, 'webhooks_manage') ? url : maskEndpointUrl(url);
}
