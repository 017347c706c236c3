// The entry point: one process that serves the payment API, pages, and files, and runs the jobs.
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener, RequestError, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { signAccessToken, type AccessToken } from '~/api/authentication/access-tokens';
import { createApi } from './api/api';
import { describeApi } from '~/api/description/openapi';
import { flushRequests } from '~/api/request-log/request-log';
import { replyToMalformedRequest, buildMalformedRequestReply } from '~/api/requests/malformed-requests';
import { createGracefulClose } from './graceful-shutdown';
import { acquirerWebhooks, acquirerWebhooksPath } from './acquirer-webhooks';
import { shop } from './demo-shop';
import { ownUploadPath } from './documents/document-store';
import { startJobs, stopJobs } from './jobs/timetable';
import { writeSecretUses } from '~/merchants/credentials/secret-usage';
import { startMailCapture, stopMailCapture } from '~/mail/mail-capture';
import { markQueuesOpen, markStopping } from './operations/readiness';
import { compareAddresses } from './operations/shared-addresses';
import { pages } from './pages';
import { findApiOperation } from '~/platform/api-description/api-operations';
import { hasUnambiguousHost } from '~/platform/http/request-host';
import { resolveSurface, type Surface } from '~/platform/http/surfaces.server';
import { config } from '~/platform/config/config.server';
import { closeDatabase } from '~/platform/database/db.server';
import { openQueues } from '~/platform/jobs/queue.server';
import { createId } from './platform/ids';
import { log } from '~/platform/observability/log';
import { countRequest } from '~/platform/observability/metrics';
import { runWithTrace, type Trace } from '~/platform/observability/trace';
import { recordTraffic } from '~/platform/observability/traffic';
import { openProbePort, probeReply } from './probes';
import { securityTxtReply } from './security-txt';
import { createUploadTimeoutHandler } from './upload-timeout';
import { prepareDatabase, refuseUnsafeStart } from './startup';
import { seedDemo } from '../prisma/seed';

export { buildStartSummary } from './startup';

const apis = { test: createApi('test'), live: createApi('live') };

/** The parts of the API that the docs pages need, because pages can't import the API. */
const docsContext = {
  describeApi: () => describeApi(apis.test, 'test').document,
  signTestToken: (holder: AccessToken) => signAccessToken('test', holder),
};

/** Routes a request by its URL. Every response and log line contains the request's ID. */
export async function fetch(request: Request, bindings: HttpBindings): Promise<Response> {
  const startTime = performance.now();
  const requestId = createId('req');
  const headers = { ...commonHeaders, 'X-Request-Id': requestId };
  const url = new URL(request.url);
  const probeResponse = probePaths.has(url.pathname)
    ? await probeReply(url.pathname, request.headers.get('authorization'))
    : null;
  if (probeResponse) return withHeaders(probeResponse, headers);
  const surface = resolveSurface(url);
  const trace: Trace = {
    requestId,
    ...(surface && 'environment' in surface && { environment: surface.environment }),
  };
  const response = await runWithTrace(trace, async () => {
    const securityTxt = surface && securityTxtReply(request, url);
    if (securityTxt) return withHeaders(securityTxt, headers);
    if (surface?.kind === 'api')
      return apis[surface.environment].fetch(request, { ...bindings, requestId, headers });
    return withHeaders(await routeRequest(request, { ...bindings, requestId }, url, surface), headers);
  });
  // Nobody reads the response to a client that hung up, and none of its errors is ours.
  const status = bindings.incoming?.socket.destroyed ? clientClosedStatus : response.status;
  recordRequest(request.method, surface, trace, status, performance.now() - startTime);
  return response;
}

/** As in nginx's log. */
const clientClosedStatus = 499;

const probePaths = new Set(['/healthz', '/readyz', '/metrics']);

/** Adds the headers that a response doesn't set itself. An unchanged page keeps the policy that the browser knows. */
function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name) && !(response.status === 304 && name === 'Content-Security-Policy'))
      response.headers.set(name, value);
  return response;
}

/** Logs and counts each request, with its route pattern instead of its URL. */
function recordRequest(
  method: string,
  surface: Surface | null,
  trace: Trace,
  status: number,
  milliseconds: number,
): void {
  const route =
    surface?.kind === 'api' ? (findApiOperation(method, surface.path) ?? 'none') : (trace.route ?? 'none');
  const surfaceName = surface
    ? 'environment' in surface
      ? `${surface.kind}_${surface.environment}`
      : surface.kind
    : 'none';
  countRequest(surfaceName, route, status, milliseconds);
  recordTraffic(surface?.kind === 'api' ? 'api' : 'pages', status, milliseconds);
  if (log.isEnabled('info'))
    log.info('request', {
      ...trace,
      surface: surfaceName,
      method,
      route,
      status,
      milliseconds: Math.round(milliseconds * 10) / 10,
    });
}

/** Pages have a Content Security Policy of their own. Nothing else is a page, or part of another site's page. */
const commonHeaders = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  ...(config.addresses.portal.startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  }),
};

function routeRequest(
  request: Request,
  bindings: HttpBindings & { requestId: string },
  url: URL,
  surface: Surface | null,
): Response | Promise<Response> {
  // A router further in would warn about it and print the path, whatever it contains (threat T15).
  if (!isDecodable(url.pathname)) return new Response('Malformed URL.', { status: 400 });
  if (!surface) return rejectHost(url, bindings.requestId);
  if (surface.kind === 'portal' && surface.path.startsWith(acquirerWebhooksPath))
    return acquirerWebhooks.fetch(request);
  if (shop && surface.kind === 'portal' && surface.path.startsWith('/demo/shop'))
    return shop.fetch(request, bindings);
  return pages.fetch(request, { ...bindings, surface, ...docsContext });
}

const apiPaths = Object.values(config.addresses.api).map((address) => new URL(address).pathname);

/** API clients get an API error. */
function rejectHost({ pathname }: URL, requestId: string): Response {
  if (!apiPaths.some((path) => path !== '/' && pathname.startsWith(`${path}/`)))
    return new Response('Unknown host.', { status: 421 });
  const { body, ...rest } = buildMalformedRequestReply('unknown_host', commonHeaders, requestId);
  return new Response(body, rest);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Node would silently reject a request without a Host header, and accept one with two, so its check is off. */
function receive(request: Request, bindings: HttpBindings | Http2Bindings): Promise<Response> {
  const http1Bindings = bindings as HttpBindings;
  if (!hasUnambiguousHost(http1Bindings.incoming)) throw new RequestError('Ambiguous host');
  return fetch(request, http1Bindings);
}

/** Invalid requests, and internal errors. */
function handleError(error: unknown): Response {
  if (!(error instanceof RequestError)) log.error('server', error);
  const { body, ...rest } = buildMalformedRequestReply(
    error instanceof RequestError ? 'malformed_request' : 'internal_error',
    commonHeaders,
  );
  return new Response(body, rest);
}

/** By then a request has arrived, or its sender gets an error (threat T32). */
const requestMs = 30_000;

/** A 10 MB file takes this long at 140 kbit/s. */
const uploadMs = 600_000;

const handleClientError = createUploadTimeoutHandler(ownUploadPath, uploadMs - requestMs, (error, socket) =>
  replyToMalformedRequest(error, socket, commonHeaders),
);

let close = async () => {};
let closeProbePort = async () => {};

/** Everything that must be ready before the first request. */
export async function prepare(): Promise<void> {
  await refuseUnsafeStart();
  await prepareDatabase();
  await compareAddresses();
  await openQueues();
  markQueuesOpen();
  // Before any job runs, because the data created here has jobs, too.
  if (config.demo) await seedDemo();
  await startMailCapture();
  await startJobs();
}

/**
 * Prepares and listens.
 * @returns the port
 */
export async function start(): Promise<number> {
  closeProbePort = await openProbePort();
  await prepare();
  const respond = getRequestListener(receive, { hostname: config.host, errorHandler: handleError });
  const limits = {
    requestTimeout: requestMs,
    headersTimeout: requestMs,
    // Longer than proxies do, so that no request of theirs meets a connection that is being closed.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 5_000,
    requireHostHeader: false,
  };
  const server = createServer(limits, (incoming, outgoing) => void respond(incoming, outgoing));
  close = createGracefulClose(server, requestMs + config.acquirerTimeoutMs);
  server.on('checkExpectation', (_, outgoing) => {
    const { status, headers, body } = buildMalformedRequestReply('malformed_request', commonHeaders);
    outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
  server.on('clientError', (error, socket) => handleClientError(error, socket as Socket));
  await new Promise<void>((resolve, reject) =>
    server.on('error', reject).listen(config.port, config.host, resolve),
  );
  return (server.address() as AddressInfo).port;
}

/**
 * Reports at /readyz that it's stopping, and continues for DRAIN_SECONDS, so that load balancers notice. Then
 * accepts no new requests, completes those in flight and the jobs, and closes the database. `isReplaced`: another
 * process on the same port takes the new requests.
 * @throws if the database doesn't let it finish
 */
export async function stop({ isReplaced = false } = {}): Promise<void> {
  if (!isReplaced) {
    markStopping();
    await sleep(config.drainSeconds * 1000);
  }
  await close();
  const finished = finishWork();
  // The error of what was abandoned says no more.
  finished.catch(() => {});
  const isFinished = await Promise.race([finished.then(() => true), sleep(finishMs, false, { ref: false })]);
  if (!isFinished)
    throw new Error('Stopped without finishing background work: the database did not respond.');
}

/**
 * A commit that waits for a lost standby never ends. Whatever was abandoned is in the database, where the jobs of
 * another process find it.
 */
const finishMs = 20_000;

async function finishWork(): Promise<void> {
  await flushRequests();
  await writeSecretUses();
  await stopJobs();
  await stopMailCapture();
  await closeProbePort();
  await closeDatabase();
}
