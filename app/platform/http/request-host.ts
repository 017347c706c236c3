import type { IncomingMessage } from 'node:http';
import { parseUrl } from './parse-url';

/** A name or address and a port: no user name, path, or list, which programs read differently. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Whether every program on the way to us finds the same host in a request: one Host header, and the same
 * authority in an absolute URL (RFC 9112, 3.2). A proxy that restricts a host, such as the staff's, checks the
 * header, while a server uses the URL (threat T35). HTTP 1.0 allows a request without either.
 */
export function hasUnambiguousHost({ httpVersion, rawHeaders, url = '' }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, index) => index % 2 && rawHeaders[index - 1]!.toLowerCase() === 'host');
  const [host] = hosts;
  if (host === undefined) return httpVersion === '1.0' && url.startsWith('/');
  if (hosts.length > 1 || !hostPattern.test(host)) return false;
  if (url.startsWith('/') || url === '*') return true;
  const [, scheme, authority] = /^(https?):\/\/([^/?#]*)/i.exec(url) ?? [];
  return (
    authority !== undefined &&
    hostPattern.test(authority) &&
    normalizeHost(scheme!, authority) === normalizeHost(scheme!, host)
  );
}

/** In lower case, without the scheme's default port. Invalid ones stay as they are. */
function normalizeHost(scheme: string, host: string): string {
  return parseUrl(`${scheme}://${host}`)?.host ?? host;
}
