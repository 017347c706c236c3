import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { Surface } from '~/platform/http/surfaces.server';
import { digest } from '~/platform/secrets/secrets.server';

const compressResponse = compress();

/** The choice of a language for the examples. */
const harmlessCookie = /^(__Host-)?example-language=[\w.-]*$/;

/** The page that visitors see at the portal's root. */
export const landingPath = '/landing';

/** The landing page, the docs, and what describes them to programs. */
export const publicPaths = ['/', '/docs/*', '/llms.txt', '/sitemap.xml'];

/**
 * Compresses public pages for readers without a login, and lets their browsers keep them. Such a page contains no secret
 * that its compressed length could reveal (BREACH), while the same page of a member can contain an access token. It's for
 * one browser only, because it contains the nonce of its policy. Other hosts have other pages at these URLs.
 */
export const publicPages: MiddlewareHandler<{ Bindings: { requestId: string; surface: Surface } }> = async (
  c,
  next,
) => {
  if (c.env.surface.kind !== 'portal' || c.req.method !== 'GET' || !isAnonymous(c.req.header('cookie')))
    return next();
  return compressResponse(c, async () => {
    await next();
    if (c.res.status !== 200) return;
    const { headers } = c.res;
    const body = await c.res.text();
    const nonce = /'nonce-([^']+)'/.exec(headers.get('Content-Security-Policy') ?? '')?.[1];
    const etag = `W/"${digest(omit(body, nonce, c.env.requestId)).slice(0, 32)}"`;
    const cacheHeaders = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Cookie' };
    c.res = undefined;
    // Without a policy: a new one would not have the nonce of the page that the browser has kept.
    if (c.req.header('if-none-match')?.includes(etag))
      c.res = new Response(null, { status: 304, headers: cacheHeaders });
    else {
      c.res = new Response(body, { headers });
      for (const [name, value] of Object.entries(cacheHeaders)) c.header(name, value);
    }
  });
};

/** The text without the parts that differ in each response. */
const omit = (text: string, ...parts: (string | undefined)[]): string =>
  parts.reduce<string>((rest, part) => (part ? rest.replaceAll(part, '') : rest), text);

function isAnonymous(cookies = ''): boolean {
  return cookies.split(';').every((cookie) => !cookie.trim() || harmlessCookie.test(cookie.trim()));
}
