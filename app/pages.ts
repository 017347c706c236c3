import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { matchRoutes } from '@remix-run/react';
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/server-runtime';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { script } from 'virtual:checkout-script';
import * as build from 'virtual:remix/server-build';
import { limitBodies } from './body-limits';
import { ownUploadPath } from './documents/document-store';
import { hasSupportSessionCookie } from '~/merchants/support-sessions/support-session-cookie';
import { isServedOn, type Surface } from '~/platform/http/surfaces.server';
import type { ApiDocument } from '~/platform/api-description/openapi-document';
import { getClientIp } from '~/platform/http/client-ip.server';
import { clientIpHeader } from '~/platform/http/page-path';
import { parseUrl } from '~/platform/http/parse-url';
import { addTraceFields } from '~/platform/observability/trace';

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    requestId: string;
    /** The address of the person's computer, for throttles and the list of sessions. */
    clientAddress: string;
    /** What the docs pages draw, made when one of them asks. The API is no room, so it is handed in. */
    describeApi: () => ApiDocument;
    /** What a file's route refused with: a person reads it as a page. */
    refusal?: Response;
    /** An access token of the test environment, for the examples of the docs. */
    signTestToken: (holder: { accountId: string; secretId: string }) => string;
  }
}

/** What server.ts hands over with each request. */
type PagesBindings = HttpBindings & { requestId: string; surface: Surface } & Pick<
    AppLoadContext,
    'describeApi' | 'signTestToken'
  >;

const handle = createRequestHandler(build, process.env.NODE_ENV);

type RouteTree = { path?: string; index?: false; children: RouteTree[] } | { path?: string; index: true };

const buildRouteTree = (parentId?: string): RouteTree[] =>
  Object.values(build.routes as ServerBuild['routes'])
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) =>
      route!.index
        ? { path: route!.path, index: true }
        : { path: route!.path, children: buildRouteTree(route!.id) },
    );
const tree = buildRouteTree();

/** The pattern of the route that a page's address belongs to: what may be written down of it. */
function findRoutePattern(path: string): string {
  const found = matchRoutes(tree, path.replace(/\.data$/, '').replace(/^\/_root$/, '/')) ?? [];
  return `/${found
    .map(({ route }) => route.path ?? '')
    .filter(Boolean)
    .join('/')
    .replace(/^\/+/, '')}`;
}

/** Pages and files: everything that is not the API. */
export const pages = new Hono<{ Bindings: PagesBindings }>();

// Files alone: of a page that holds a secret, its length after compression would give something away (BREACH).
pages.use('/assets/*', compress(), async (c, next) => {
  await next();
  if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable');
});
pages.get(script.path, compress(), (c) =>
  c.body(script.source, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
);
pages.use(serveStatic({ root: './build/client' }));

// Threat T5: nothing changes unless one of our own pages asks for it.
pages.use(async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isFromOurPage(c.req.raw))
    return c.text('This request didn’t come from one of our pages.', 403);
  await next();
});
pages.use(limitBodies(ownUploadPath));

// Remix without single fetch would answer a page's data here, unasked for by any page of ours.
pages.use(async (c, next) => {
  if (new URL(c.req.url).searchParams.has('_data')) return c.text('Not found.', 404);
  await next();
});

pages.all('*', async (c) => {
  const { requestId, surface, describeApi, signTestToken } = c.env;
  const address = getClientIp(c.req.raw, c.env);
  const request = pageRequest(c.req.raw, surface, address);
  addTraceFields({ route: findRoutePattern(new URL(request.url).pathname) });
  const context = { requestId, clientAddress: address, describeApi, signTestToken };
  const response = await handle(request, context);
  return isNavigation(request) && isRefusal(response)
    ? handle(new Request(new URL('/refused', request.url), { headers: request.headers }), {
        ...context,
        refusal: response,
      })
    : response;
});

/** Whether a person reads the answer in a window of theirs. */
const isNavigation = (request: Request): boolean =>
  request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html');

/** Remix marks what a route without a view has thrown; one with a view shows it itself. */
const isRefusal = ({ headers, status }: Response): boolean => headers.has('x-remix-catch') && status >= 400;

// Where a request comes from was judged above, and the Host against our addresses. Remix would compare these two once
// more, and refuse the forms of a page whose referrer policy makes the browser say `Origin: null`.
const checkedHeaders = ['origin', 'x-forwarded-host'];

/** The request as the pages see it. A checkout with a host name of its own shows what stands below /checkout elsewhere, and logos. */
function pageRequest(request: Request, surface: Surface, address: string): Request {
  const url = new URL(request.url);
  const isSupportSession = hasSupportSessionCookie(request);
  // Anyone who looks through a merchant's eyes stays at the host of the staff, where their session is.
  const isVisible = isServedOn(surface) || (surface.kind === 'staff' && isSupportSession);
  if (surface.kind === 'staff' && url.pathname === '/' && !isSupportSession) url.pathname = '/staff';
  // Answered as an address that was never there, whatever it would ask for.
  else if (!isVisible)
    url.pathname = url.pathname.endsWith('.data') ? '/not-on-this-host.data' : '/not-on-this-host';
  if (surface.kind === 'checkout' && !surface.path.startsWith('/logos/')) {
    const mount = surface.environment === 'live' ? '/checkout' : '/test/checkout';
    if (!url.pathname.startsWith(mount)) url.pathname = `${mount}${surface.path === '/' ? '' : surface.path}`;
  }
  if (
    url.href === request.url &&
    !isSupportSession &&
    !checkedHeaders.some((name) => request.headers.has(name))
  )
    return request;
  const forwarded = new Request(url, request);
  for (const name of checkedHeaders) forwarded.headers.delete(name);
  // Of who looks through a merchant's eyes, each page is written down with the address it went to, by guards that see the request alone.
  if (isSupportSession) forwarded.headers.set(clientIpHeader, address);
  return forwarded;
}

/**
 * Browsers say where a request comes from; Sec-Fetch-Site is also sent where a referrer policy blanks the Origin. Hosts
 * are compared, not schemes: a proxy in front of us may have taken off the TLS.
 */
function isFromOurPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = request.headers.get('origin') ?? '';
  return parseUrl(origin)?.host === new URL(request.url).host;
}
