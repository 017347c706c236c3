import type { HttpBindings } from '@hono/node-server';
import { config } from './config.server';

/** The caller's address. X-Forwarded-For counts only as far as TRUSTED_PROXIES proxies of ours have written it. */
export function clientAddress(request: Request, bindings: HttpBindings): string {
  const connected = bindings.incoming?.socket.remoteAddress ?? '';
  if (!config.trustedProxies) return connected;
  const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim()).filter(Boolean);
  return forwarded.at(-config.trustedProxies) ?? connected;
}
