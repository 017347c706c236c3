import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { resolveEgress, type EgressRejection, type ResolveName } from './egress';

const maximumHeaderBytes = 16_384;

/** Why there was no response. `interrupted`: the process was stopped. */
export type EgressError =
  | EgressRejection
  | 'connection_refused'
  | 'connection_lost'
  | 'tls_failed'
  | 'timeout'
  | 'unreadable_answer'
  | 'interrupted';

export type EgressRequest = {
  url: URL;
  headers: Record<string, string>;
  /** Makes it a POST. */
  body?: string;
  /** Private networks are allowed. */
  allowPrivate: boolean;
  stopping?: AbortSignal;
  /** From the DNS lookup to the end of the response. */
  limitMs: number;
  /** Of the response body. */
  maximumBytes: number;
  /** For tests: other name servers and certificate authorities. */
  resolve?: ResolveName;
  ca?: string;
};

/** `isComplete`: the body didn't exceed its limit, and arrived in time. */
export type EgressResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  isComplete: boolean;
};

/**
 * Sends a request to a URL that a merchant chose. It connects only to the verified addresses, follows no redirect, uses
 * no proxy, and its time and the bytes it reads are limited (threat T14). A body that is cut off is returned as far as it
 * arrived.
 */
export async function sendEgressRequest(
  request: EgressRequest,
): Promise<EgressResponse | { error: EgressError }> {
  const { url, allowPrivate, stopping, resolve, limitMs } = request;
  const limit = createTimeLimit(limitMs, stopping);
  const toAbortError = (): { error: EgressError } => ({
    error: stopping?.aborted ? 'interrupted' : 'timeout',
  });
  try {
    const egress = await Promise.race([
      resolveEgress(url, allowPrivate, limit.signal, resolve),
      limit.reached,
    ]);
    if (egress === 'reached') return toAbortError();
    if (typeof egress === 'string') return { error: egress };
    return await performRequest(request, createPinnedLookup(egress.addresses), limit);
  } catch (error) {
    return limit.signal.aborted ? toAbortError() : { error: toEgressError(error) };
  } finally {
    limit.lift();
  }
}

type TimeLimit = ReturnType<typeof createTimeLimit>;

/**
 * Its signal aborts on timeout or shutdown. Created manually, because a long-lived signal keeps
 * AbortSignal.any results in memory.
 */
function createTimeLimit(limitMs: number, stopping: AbortSignal | undefined) {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const timer = setTimeout(abort, limitMs);
  stopping?.addEventListener('abort', abort);
  if (stopping?.aborted) abort();
  const reached = new Promise<'reached'>((done) =>
    signal.aborted ? done('reached') : signal.addEventListener('abort', () => done('reached')),
  );
  const release = () => {
    clearTimeout(timer);
    stopping?.removeEventListener('abort', abort);
  };
  return { signal, reached, lift: release };
}

/** A name resolves to the addresses that were verified. */
function createPinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, options, done) =>
    options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family);
}

/**
 * The time for the first of several addresses. Node's default of 250 ms is too short for other continents.
 */
const connectionOptions = { autoSelectFamilyAttemptTimeout: 2_000 };

/** Always settles: with a response, an error, a closed connection, or at the timeout. */
function performRequest(
  { url, headers, body, maximumBytes, ca }: EgressRequest,
  lookup: LookupFunction,
  { signal, reached }: TimeLimit,
): Promise<EgressResponse> {
  return new Promise((resolve, reject) => {
    const https = url.protocol === 'https:';
    // A separate agent per request, so that no connection is shared or proxied.
    const requestOptions: RequestOptions = {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      agent: false,
      lookup,
      signal,
      maxHeaderSize: maximumHeaderBytes,
      ...connectionOptions,
    };
    const request = https
      ? requestHttps(url, { ...requestOptions, rejectUnauthorized: true, ca })
      : requestHttp(url, requestOptions);
    // After the status arrived, connection errors only shorten the body.
    let hasResponse = false;
    const rejectRequest = (error: unknown) => void (hasResponse || reject(error));
    request.on('error', rejectRequest);
    request.on('close', () => rejectRequest(new Error('closed without an answer')));
    void reached.then(() => rejectRequest(new Error('the limit is reached')));
    const resolveResponse = (response: IncomingMessage, read: ReadBody) => {
      request.destroy();
      resolve({ status: response.statusCode!, headers: response.headers, ...read });
    };
    request.on('response', (response) => {
      hasResponse = true;
      void readBody(response, maximumBytes, reached).then((read) => resolveResponse(response, read), reject);
    });
    // 101 switches protocols, which we didn't ask for. Node treats it as an upgrade and hands over the
    // socket.
    request.on('upgrade', (response, socket) => {
      hasResponse = true;
      socket.on('error', () => {}).destroy();
      resolveResponse(response, { body: Buffer.alloc(0), isComplete: false });
    });
    request.end(body);
  });
}

type ReadBody = Pick<EgressResponse, 'body' | 'isComplete'>;

/** The body up to the limit, or what arrived before the connection closed or timed out. */
async function readBody(
  response: IncomingMessage,
  maximumBytes: number,
  reached: Promise<unknown>,
): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  const collect = async () => {
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maximumBytes) return false;
    }
    return true;
  };
  const isComplete = await Promise.race([collect().catch(() => false), reached.then(() => false)]);
  return { body: Buffer.concat(chunks).subarray(0, maximumBytes), isComplete };
}

function toEgressError(error: unknown): EgressError {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (code.startsWith('HPE_')) return 'unreadable_answer';
  if (/CERT|SSL|TLS|ALTNAME|ISSUER|SIGNED/.test(code)) return 'tls_failed';
  return syscall === 'connect' || code === 'ECONNREFUSED' ? 'connection_refused' : 'connection_lost';
}
