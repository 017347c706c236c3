import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import type { AppLoadContext } from '@remix-run/server-runtime';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { script } from 'virtual:checkout-script';
import { listenPackage, listenPackagePath } from 'virtual:listen-package';
import * as build from 'virtual:remix/server-build';
import { limitBodies } from './body-limits';
import { setSecurityHeaders } from './content-security-policy.server';
import { ownUploadPath } from './documents/document-store';
import { pageCompression } from './page-compression';
import { createPageRouter } from './page-router';
import { landingPath, publicPages, publicPaths } from './public-pages';
import { buildRobotsTxt, robotsTxtPath } from './robots-txt';
import { hasSessionCookie } from '~/identity/sessions/sessions';
import { hasSupportSessionCookie } from '~/merchants/support-sessions/support-session-cookie';
import { config } from '~/platform/config/config.server';
import { isServedOn, type Surface } from '~/platform/http/surfaces.server';
import type { ApiDocument } from '~/platform/api-description/openapi-document';
import { getClientIp } from '~/platform/http/client-ip.server';
import { clientIpHeader } from '~/platform/http/page-path';
import { parseUrl } from '~/platform/http/parse-url';
import { addTraceFields } from '~/platform/observability/trace';

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    requestId: string;
    /** The client's IP address, for rate limits and the list of sessions. */
    clientAddress: string;
    /** The request's method. Remix passes loaders a GET request even after an action. */
    method: string;
    /**
     * The API description for the docs pages, created on demand. Passed in, because pages can't import the
     * API.
     */
    describeApi: () => ApiDocument;
    /** The page's error says that the database can't be reached now. */
    isDatabaseUnavailable?: boolean;
    /** A file route's error, which is shown as a page. */
    rejection?: Response;
    /** A test access token for the examples in the docs. */
    signTestToken: (holder: { accountId: string; secretId: string }) => string;
  }
}

/** The context that server.ts passes with each request. */
type PagesBindings = HttpBindings & { requestId: string; surface: Surface } & Pick<
    AppLoadContext,
    'describeApi' | 'signTestToken'
  >;

const { findPattern, handle } = createPageRouter(build, process.env.NODE_ENV);

/** Pages and files: everything except the API. */
export const pages = new Hono<{ Bindings: PagesBindings }>();

pages.use('/assets/*', compress(), async (c, next) => {
  await next();
  if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable');
});
pages.get(script.path, compress(), (c) =>
  c.body(script.source, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
);
pages.get(listenPackagePath, (c) =>
  c.body(new Uint8Array(listenPackage), 200, {
    'Content-Type': 'application/gzip',
    'Cache-Control': 'public, max-age=3600',
  }),
);
pages.get(robotsTxtPath, (c) =>
  c.text(buildRobotsTxt(c.env.surface), 200, { 'Cache-Control': 'public, max-age=3600' }),
);
pages.use(serveStatic({ root: './build/client' }));

// Rendered pages have set their own, and so have files. Redirects, errors, and pages' data get the strictest. For
// an unchanged page, the browser keeps the page's own.
pages.use(async (c, next) => {
  await next();
  if (c.res.status !== 304 && !c.res.headers.has('Content-Security-Policy'))
    setSecurityHeaders(c.res.headers, '');
});
pages.use(pageCompression);
for (const path of publicPaths) pages.use(path, publicPages);

// Threat T5: only our own pages can change something.
pages.use(async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isFromOurPage(c.req.raw))
    return c.text('This request didn’t come from one of our pages.', 403);
  await next();
});
pages.use(limitBodies(ownUploadPath));

// Without single fetch, Remix would return a page's data here, which none of our pages requests.
pages.use(async (c, next) => {
  if (new URL(c.req.url).searchParams.has('_data')) return c.text('Not found.', 404);
  await next();
});

pages.all('*', async (c) => {
  const { requestId, surface, describeApi, signTestToken } = c.env;
  const address = getClientIp(c.req.raw, c.env);
  const request = pageRequest(c.req.raw, surface, address);
  addTraceFields({ route: findPattern(new URL(request.url).pathname) });
  const context = { requestId, clientAddress: address, method: request.method, describeApi, signTestToken };
  const response = await handle(request, context);
  return isNavigation(request) && isRejection(response)
    ? handle(new Request(new URL('/refused', request.url), { headers: request.headers }), {
        ...context,
        rejection: response,
      })
    : response;
});

/** Whether a person sees the response in a window. */
const isNavigation = (request: Request): boolean =>
  request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html');

/** Remix marks errors of routes without a view. Routes with one show them. */
const isRejection = ({ headers, status }: Response): boolean => headers.has('x-remix-catch') && status >= 400;

// The request's origin was checked above, and the Host against our URLs. Remix would compare the two again,
// and reject forms of pages whose referrer policy makes the browser send `Origin: null`.
const checkedHeaders = ['origin', 'x-forwarded-host'];

/**
 * The request for the pages. A checkout on a separate host serves paths that are elsewhere below /checkout,
 * and logos.
 */
function pageRequest(request: Request, surface: Surface, address: string): Request {
  const url = new URL(request.url);
  const isSupportSession = hasSupportSessionCookie(request);
  // Support sessions stay on the staff's host, where their login is.
  const isVisible = isServedOn(surface) || (surface.kind === 'staff' && isSupportSession);
  if (surface.kind === 'staff' && url.pathname === '/' && !isSupportSession) url.pathname = '/staff';
  // Like a URL that never existed, whatever it requests.
  else if (!isVisible)
    url.pathname = url.pathname.endsWith('.data') ? '/not-on-this-host.data' : '/not-on-this-host';
  else if (surface.kind === 'portal' && isForVisitors(request, url)) url.pathname = landingPath;
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
  // In a support session, each viewed page is recorded with the IP address, by guards that only see the
  // request.
  if (isSupportSession) forwarded.headers.set(clientIpHeader, address);
  return forwarded;
}

/** Without a login, the portal's root explains the product. */
const isForVisitors = (request: Request, { pathname }: URL): boolean =>
  config.landingPage !== null &&
  pathname === '/' &&
  ['GET', 'HEAD'].includes(request.method) &&
  !hasSupportSessionCookie(request) &&
  !hasSessionCookie(request, 'portal');

/**
 * Browsers send the origin. Sec-Fetch-Site also works when a referrer policy blanks the Origin. Only hosts
 * are compared, because a proxy may terminate TLS.
 */
function isFromOurPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = request.headers.get('origin') ?? '';
  return parseUrl(origin)?.host === new URL(request.url).host;
}
