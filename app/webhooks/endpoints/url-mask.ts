import { parseUrl } from '~/platform/http/parse-url';

/**
 * An endpoint's URL for viewers without permission to change it, and for permanent records: the path may
 * contain a merchant's secret.
 */
export function maskEndpointUrl(endpointUrl: string): string {
  const url = parseUrl(endpointUrl);
  if (!url) return '…';
  return url.pathname === '/' && !url.search ? url.href : `${url.origin}/…`;
}
