import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { config } from '~/platform/config/config.server';

/** The caller's address. X-Forwarded-For counts only as far as TRUSTED_PROXIES proxies of ours have written it, and where an address stands there. */
export function getClientIp(
  request: Request,
  bindings: HttpBindings,
  trustedProxies = config.trustedProxies,
): string {
  const connectionIp = bindings.incoming?.socket.remoteAddress ?? '';
  if (!trustedProxies) return connectionIp;
  const forwarded = (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return parseIp(forwarded.at(-trustedProxies) ?? '') ?? connectionIp;
}

/** Some proxies write a port after the address, brackets around one of IPv6, or one of IPv4 as one of IPv6. A zone is of another machine, and may be any text. */
function parseIp(text: string): string | null {
  const ip = text
    .replace(/^\[(.*)\](?::\d{1,5})?$/, '$1')
    .replace(/^([\d.]+):\d{1,5}$/, '$1')
    .replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(ip) && !ip.includes('%') ? ip : null;
}
