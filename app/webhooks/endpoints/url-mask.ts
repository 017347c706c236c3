import { parseUrl } from '~/platform/http/parse-url';

/** An endpoint's address for anyone who may not change it, and for records that last: what follows the host may be a secret of the merchant's. */
export function maskEndpointUrl(endpointUrl: string): string {
  const url = parseUrl(endpointUrl);
  if (!url) return '…';
  return url.pathname === '/' && !url.search ? url.href : `${url.origin}/…`;
}
