import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { resolveEgress, type EgressRejection, type ResolveName } from './egress';

/** From the DNS lookup to the end of the response (decisions: Webhooks). */
const timeoutMs = 15_000;
/** Stored bytes of a response body. */
const maximumBodyBytes = 4_096;
/**
 * Additional bytes read for the card number check only: a number cut off at the limit would reveal all digits
 * but the last.
 */
const cardScanBytes = 128;
const maximumHeaderBytes = 16_384;
const maximumHeaders = 40;
const maximumHeaderLength = 500;

/**
 * Why there was no response. `interrupted`: the process was stopped. `secret_unreadable` and `not_sent`:
 * nothing was sent because of an error on our side.
 */
export type DeliveryError =
  | EgressRejection
  | 'connection_refused'
  | 'connection_lost'
  | 'tls_failed'
  | 'timeout'
  | 'unreadable_answer'
  | 'interrupted'
  | 'secret_unreadable'
  | 'not_sent';

export type DeliveryResponse =
  { status: number; headers: Record<string, string>; body: string | null } | { error: DeliveryError };

type DeliveryRequest = {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Private networks are allowed. */
  allowPrivate: boolean;
  stopping: AbortSignal;
  /** For tests: other name servers, certificate authorities, and timeouts. */
  resolve?: ResolveName;
  ca?: string;
  limitMs?: number;
};

/**
 * Sends a message to a merchant's URL. It connects only to the verified addresses, follows no redirect, uses
 * no proxy, and reads at most 15 seconds and 4 KiB (threat T14). If the body is late, the status counts.
 */
export async function sendRequest({
  url,
  headers,
  body,
  allowPrivate,
  stopping,
  resolve,
  ca,
  limitMs = timeoutMs,
}: DeliveryRequest): Promise<DeliveryResponse> {
  const limit = createTimeLimit(limitMs, stopping);
  const toAbortError = (): DeliveryResponse => ({ error: stopping.aborted ? 'interrupted' : 'timeout' });
  try {
    const egress = await Promise.race([
      resolveEgress(url, allowPrivate, limit.signal, resolve),
      limit.reached,
    ]);
    if (egress === 'reached') return toAbortError();
    if (typeof egress === 'string') return { error: egress };
    return await performRequest(url, headers, body, createPinnedLookup(egress.addresses), limit, ca);
  } catch (error) {
    return limit.signal.aborted ? toAbortError() : { error: toDeliveryError(error) };
  } finally {
    limit.lift();
  }
}

type TimeLimit = ReturnType<typeof createTimeLimit>;

/**
 * Its signal aborts on timeout or shutdown. Created manually, because a long-lived signal keeps
 * AbortSignal.any results in memory.
 */
function createTimeLimit(limitMs: number, stopping: AbortSignal) {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const timer = setTimeout(abort, limitMs);
  stopping.addEventListener('abort', abort);
  if (stopping.aborted) abort();
  const reached = new Promise<'reached'>((done) =>
    signal.aborted ? done('reached') : signal.addEventListener('abort', () => done('reached')),
  );
  const release = () => {
    clearTimeout(timer);
    stopping.removeEventListener('abort', abort);
  };
  return { signal, reached, lift: release };
}

/** The headers of every message, besides the signature. */
export function buildContentHeaders(url: URL, body: string): Record<string, string> {
  return {
    host: url.host,
    'user-agent': 'Tillway-Webhooks/1',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    accept: '*/*',
    'accept-encoding': 'identity',
  };
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
  url: URL,
  headers: Record<string, string>,
  body: string,
  lookup: LookupFunction,
  { signal, reached }: TimeLimit,
  ca?: string,
): Promise<DeliveryResponse> {
  return new Promise((resolve, reject) => {
    const https = url.protocol === 'https:';
    // A separate agent per request, so that no connection is shared or proxied.
    const requestOptions: RequestOptions = {
      method: 'POST',
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
    const resolveResponse = (response: IncomingMessage, text: string | null) => {
      request.destroy();
      resolve({ status: response.statusCode!, headers: toStorableHeaders(response), body: text });
    };
    request.on('response', (response) => {
      hasResponse = true;
      void readBodyStart(response, reached).then((text) => resolveResponse(response, text), reject);
    });
    // 101 switches protocols, which we didn't ask for. Node treats it as an upgrade and hands over the
    // socket.
    request.on('upgrade', (response, socket) => {
      hasResponse = true;
      socket.on('error', () => {}).destroy();
      resolveResponse(response, '');
    });
    request.end(body);
  });
}

/**
 * The first 4 KiB of a body, or what arrived before the connection closed or timed out. A compressed body
 * isn't decompressed or stored.
 */
async function readBodyStart(response: IncomingMessage, reached: Promise<unknown>): Promise<string | null> {
  const chunks: Buffer[] = [];
  // The status has arrived, which is what counts.
  await Promise.race([collect(response, chunks).catch(() => {}), reached]);
  if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') return null;
  const read = Buffer.concat(chunks);
  const [bodyText, scannedText] = [maximumBodyBytes, maximumBodyBytes + cardScanBytes].map((bytes) =>
    read.subarray(0, bytes).toString('utf8'),
  ) as [string, string];
  return toStorableText(bodyText, scannedText);
}

async function collect(response: IncomingMessage, chunks: Buffer[]): Promise<void> {
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maximumBodyBytes + cardScanBytes) return;
  }
}

/**
 * Without zero bytes, which PostgreSQL can't store. Text with a card number isn't stored at all (threat T15).
 * @param scannedText the text with its continuation
 */
function toStorableText(text: string, scannedText = text): string {
  return containsCardNumber(scannedText.replaceAll('\0', ''))
    ? '[not stored: seems to contain a card number]'
    : text.replaceAll('\0', '');
}

function toStorableHeaders({ headers }: IncomingMessage): Record<string, string> {
  const storableHeaders = Object.entries(headers).filter(([name]) => !name.includes('cookie'));
  return Object.fromEntries(
    storableHeaders
      .slice(0, maximumHeaders)
      .map(([name, value]) => [
        toStorableText(name),
        toStorableText(String(value)).slice(0, maximumHeaderLength),
      ]),
  );
}

function toDeliveryError(error: unknown): DeliveryError {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (code.startsWith('HPE_')) return 'unreadable_answer';
  if (/CERT|SSL|TLS|ALTNAME|ISSUER|SIGNED/.test(code)) return 'tls_failed';
  return syscall === 'connect' || code === 'ECONNREFUSED' ? 'connection_refused' : 'connection_lost';
}
