import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { config } from '~/platform/config/config.server';

/**
 * The client's IP address. X-Forwarded-For counts only for the last TRUSTED_PROXIES entries, and only if
 * they're valid addresses.
 */
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

/**
 * Some proxies append a port, put brackets around IPv6, or write IPv4 as IPv6. A zone belongs to another
 * machine and may be any text.
 */
function parseIp(text: string): string | null {
  const ip = text
    .replace(/^\[(.*)\](?::\d{1,5})?$/, '$1')
    .replace(/^([\d.]+):\d{1,5}$/, '$1')
    .replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(ip) && !ip.includes('%') ? ip : null;
}
