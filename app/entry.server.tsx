import { randomBytes } from 'node:crypto';
import type { EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/server-runtime';
import { renderToPipeableStream } from 'react-dom/server';
import { isDatabaseUnavailable } from '~/platform/database/unavailability';
import { createHtmlCollector } from '~/platform/http/html-collector';
import {
  buildPortalUrl,
  getCheckoutPath,
  getPathEnvironment,
  getRobotsUrl,
} from '~/platform/http/surfaces.server';
import { log } from '~/platform/observability/log';
import { setSecurityHeaders } from './content-security-policy.server';
import { landingPath } from './public-pages';
import type { RouteHandle } from './root';
import { NonceContext } from './ui/layout/nonce';

const renderTimeoutMs = 5_000;
export const streamTimeout = renderTimeoutMs;
const retryAfterSeconds = 5;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const handles = remix.staticHandlerContext.matches.map(
    ({ route }) => remix.routeModules[route.id]?.handle as RouteHandle | undefined,
  );
  const [isScripted, isFramed] = [
    handles.every((handle) => handle?.script !== false),
    handles.some((handle) => handle?.framed),
  ];
  setSecurityHeaders(headers, nonce, {
    scripted: isScripted,
    framed: isFramed,
    ...(!isScripted && !isFramed && getScriptlessPageSources(request)),
  });
  const page = (
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={renderTimeoutMs} />
    </NonceContext.Provider>
  );
  // A moment later, the page may be there, for example, from another database server.
  const isRetryable = status === 500 && context.isDatabaseUnavailable === true;
  if (isRetryable) headers.set('Retry-After', String(retryAfterSeconds));
  return new Promise((resolve, reject) => {
    let failed = false;
    headers.set('Content-Type', 'text/html; charset=utf-8');
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // No page has deferred parts, so it's sent as a whole. Streaming it in many parts would cost twice as
      // much.
      onAllReady: () =>
        pipe(
          createHtmlCollector((html) =>
            resolve(new Response(html, { headers, status: failed ? 500 : isRetryable ? 503 : status })),
          ),
        ),
      onShellError: reject,
      onError(error: unknown) {
        failed = true;
        // If the client has disconnected, the error doesn't matter.
        if (!request.signal.aborted) log.error('page rendering', error, { requestId: context.requestId });
      },
    });
    setTimeout(abort, renderTimeoutMs + 1_000).unref();
  });
}

/** Where browsers report policy violations on payment pages, and what they may fetch on pages without scripts. */
function getScriptlessPageSources(request: Request) {
  const { pathname } = new URL(request.url);
  if (pathname === landingPath) return { robots: buildPortalUrl('/robots.txt') };
  const environment = getPathEnvironment(pathname);
  return { reports: `${getCheckoutPath(environment)}/reports`, robots: getRobotsUrl(environment) };
}

export function handleError(
  error: unknown,
  { request, params, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  // Errors below 500, such as an unsupported method, are the client's.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (isDatabaseUnavailable(error)) context.isDatabaseUnavailable = true;
  if (!request.signal.aborted)
    log.error('page', error, { requestId: context.requestId, route: getRedactedPath(request, params) });
}

/**
 * The URL with parameter names instead of values: some of them are tokens that give access to an account
 * (threat T9).
 */
function getRedactedPath(request: Request, params: LoaderFunctionArgs['params']): string {
  return Object.entries(params).reduce(
    (path, [name, value]) => (value ? path.replace(encodeURIComponent(value), `:${name}`) : path),
    new URL(request.url).pathname,
  );
}
