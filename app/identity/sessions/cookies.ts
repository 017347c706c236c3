import { config } from '~/platform/config/config.server';

const isSecure = () => config.addresses.portal.startsWith('https:');

/**
 * With HTTPS, every cookie of a whole host is bound to it, so that no other host of the domain can set one (RFC
 * 6265bis, `__Host-`). Those of a path can't be.
 */
function cookieName(name: string, path: string): string {
  if (!isSecure()) return name;
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/** The cookie's value. Null when the browser sent none, or one that we can't have created. */
export function readCookie(request: Request, name: string, path = '/'): string | null {
  const start = `${cookieName(name, path)}=`;
  const found = request.headers
    .get('cookie')
    ?.split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  if (found?.length !== 1) return null;
  const value = found[0]!.slice(start.length);
  return /^[\w.-]{1,4000}$/.test(value) ? value : null;
}

/**
 * A Set-Cookie header for the session cookie and all others: hidden from scripts, and not sent with other
 * sites' forms. An empty value deletes the cookie. sessions.ts has the session cookies' names and lifetimes.
 * @param path of the only pages that get the cookie
 */
export function writeCookie(name: string, value: string, maxAgeSeconds: number, path = '/'): string {
  return [
    `${cookieName(name, path)}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${value ? maxAgeSeconds : 0}`,
    ...(isSecure() ? ['Secure'] : []),
  ].join('; ');
}
