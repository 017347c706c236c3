// Start here: one process that serves the payment API, the pages and the files, and runs the jobs.
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { signAccessToken, type AccessToken } from './api/access-tokens';
import { createApi } from './api/api';
import { describeApi } from './api/openapi';
import { flushRequests } from './api/request-log';
import { answerUnreadable, replyToUnreadable } from './api/unreadable';
import { closeInTime } from './connections';
import { shop } from './demo-shop';
import { ownUploadPath } from './documents/document-store';
import { openQueues, startJobs, stopJobs } from './jobs/timetable';
import { writeSecretUses } from './merchants/secret-uses';
import { startMailCapture, stopMailCapture } from './mail/capture';
import { pages } from './pages';
import { resolveSurface, type Surface } from './platform/addresses.server';
import { config } from './platform/config.server';
import { closeDatabase } from './platform/db.server';
import { createId } from './platform/ids';
import { log } from './platform/log';
import { giveUploadsTime } from './slow-uploads';
import { prepareDatabase, refuseUnsafe } from './startup';
import { seedDemo } from '../prisma/seed';

export { startSummary } from './startup';

const apis = { test: createApi('test'), live: createApi('live') };

/** What the docs pages need of the API, which pages may not import. */
const forDocs = {
  describeApi: () => describeApi(apis.test, 'test').document,
  signTestToken: (holder: AccessToken) => signAccessToken('test', holder),
};

/** Hands a request to what its address stands for. Every answer carries the request's id. */
export async function fetch(request: Request, bindings: HttpBindings | Http2Bindings): Promise<Response> {
  const requestId = createId('req');
  const headers = { ...onEveryReply, 'X-Request-Id': requestId };
  const url = new URL(request.url);
  const surface = resolveSurface(url);
  if (surface?.kind === 'api' && url.pathname !== '/healthz') return apis[surface.environment].fetch(request, { ...(bindings as HttpBindings), requestId, headers });
  const response = await answer(request, { ...(bindings as HttpBindings), requestId }, url, surface);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

const onEveryReply = {
  'X-Content-Type-Options': 'nosniff',
  ...(config.addresses.portal.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }),
};

function answer(request: Request, bindings: HttpBindings & { requestId: string }, url: URL, surface: Surface | null): Response | Promise<Response> {
  if (url.pathname === '/healthz') return new Response('ok');
  // A router further in would warn of it, and write the path to the console, whatever it holds (threat T15).
  if (!isDecodable(url.pathname)) return new Response('The address cannot be read.', { status: 400 });
  if (!surface) return refuseHost(url, bindings.requestId);
  if (shop && surface.path.startsWith('/demo/shop')) return shop.fetch(request, bindings);
  return pages.fetch(request, { ...bindings, surface, ...forDocs });
}

const apiPaths = Object.values(config.addresses.api).map((address) => new URL(address).pathname);

/** Whoever means the API is told in its way. */
function refuseHost({ pathname }: URL, requestId: string): Response {
  if (!apiPaths.some((path) => path !== '/' && pathname.startsWith(`${path}/`))) return new Response('No site of ours has this name.', { status: 421 });
  const { body, ...rest } = replyToUnreadable('unknown_host', onEveryReply, requestId);
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

/** Node would refuse a request that names no host without a word, so it is told not to look. */
function receive(request: Request, bindings: HttpBindings | Http2Bindings): Promise<Response> {
  const { httpVersion, headers } = bindings.incoming;
  if (httpVersion === '1.1' && headers.host === undefined) throw new RequestError('Missing host header');
  return fetch(request, bindings);
}

/** What cannot be made a request of, or not be answered. */
function handleError(error: unknown): Response {
  if (!(error instanceof RequestError)) log.error('server', error);
  const { body, ...rest } = replyToUnreadable(error instanceof RequestError ? 'malformed_request' : 'internal_error', onEveryReply);
  return new Response(body, rest);
}

/** A request has arrived by then, or its sender is told so (threat T32). */
const requestMs = 30_000;

/** A file of 10 MB needs as long as this over a line of 140 kbit/s. */
const uploadMs = 600_000;

const handleClientError = giveUploadsTime(ownUploadPath, uploadMs - requestMs, (error, socket) => answerUnreadable(error, socket, onEveryReply));

let close = async () => {};

/** Everything that must be ready before the first request. */
export async function prepare(): Promise<void> {
  await refuseUnsafe();
  await prepareDatabase();
  await openQueues();
  // Before any job runs: what is made here has its jobs too.
  if (config.demo) await seedDemo();
  await startMailCapture();
  await startJobs();
}

/** Prepares and listens. @returns the port */
export async function start(): Promise<number> {
  await prepare();
  const respond = getRequestListener(receive, { hostname: config.host, errorHandler: handleError });
  const limits = { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: 5_000, requireHostHeader: false };
  const server = createServer(limits, (incoming, outgoing) => void respond(incoming, outgoing));
  close = closeInTime(server, requestMs + config.acquirerTimeoutMs);
  server.on('checkExpectation', (_, outgoing) => {
    const { status, headers, body } = replyToUnreadable('malformed_request', onEveryReply);
    outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
  server.on('clientError', (error, socket) => handleClientError(error, socket as Socket));
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(config.port, config.host, resolve));
  return (server.address() as AddressInfo).port;
}

/** Takes no new requests, finishes those in flight, then the jobs, then closes the database. */
export async function stop(): Promise<void> {
  await close();
  await flushRequests();
  await writeSecretUses();
  await stopJobs();
  await stopMailCapture();
  await closeDatabase();
}
