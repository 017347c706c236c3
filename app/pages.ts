import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { createRequestHandler } from '@remix-run/server-runtime';
import { Hono } from 'hono';
import * as build from 'virtual:remix/server-build';
import type { Surface } from './platform/addresses.server';
import { clientAddress } from './platform/client-address.server';

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    requestId: string;
    /** The address of the person's computer, for throttles and the list of sessions. */
    clientAddress: string;
  }
}

type Bindings = HttpBindings & { requestId: string; surface: Surface };

const handle = createRequestHandler(build, process.env.NODE_ENV);

/** Pages and files: everything that is not the API. */
export const pages = new Hono<{ Bindings: Bindings }>();

pages.use('/assets/*', async (c, next) => {
  await next();
  if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable');
});
pages.use(serveStatic({ root: './build/client' }));

// Threat T5: nothing changes unless one of our own pages asks for it.
pages.use(async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isFromOurPage(c.req.raw)) return c.text('This request did not come from one of our pages.', 403);
  await next();
});

pages.all('*', (c) => {
  const { requestId, surface } = c.env;
  return handle(withoutNullOrigin(pageRequest(c.req.raw, surface)), { requestId, clientAddress: clientAddress(c.req.raw, c.env) });
});

/** A checkout with a host name of its own shows the same pages that stand below /checkout elsewhere. */
function pageRequest(request: Request, surface: Surface): Request {
  if (surface.kind !== 'checkout') return request;
  const url = new URL(request.url);
  const mount = surface.environment === 'live' ? '/checkout' : '/test/checkout';
  if (url.pathname.startsWith(mount)) return request;
  url.pathname = `${mount}${surface.path === '/' ? '' : surface.path}`;
  return new Request(url, request);
}

/**
 * A page with `Referrer-Policy: no-referrer`, as the checkout is, sends its own forms with `Origin: null`. Those have been
 * judged by Sec-Fetch-Site above; Remix would compare the word with the host and refuse.
 */
function withoutNullOrigin(request: Request): Request {
  if (request.headers.get('origin') !== 'null') return request;
  const headers = new Headers(request.headers);
  headers.delete('origin');
  return new Request(request, { headers });
}

/** Browsers say where a request comes from; Sec-Fetch-Site is also sent where a referrer policy blanks the Origin. */
function isFromOurPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site) return site === 'same-origin';
  return request.headers.get('origin') === new URL(request.url).origin;
}
