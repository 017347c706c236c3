import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { resolveEgress, type EgressRefusal, type ResolveName } from './egress';

/** From looking up the name to the end of the answer (decisions: Webhooks). */
const timeoutMs = 15_000;
/** Of an answer's body. */
const maximumBodyBytes = 4_096;
/** Read beyond them and looked at, no more: a card number that is cut there is reported by all of its digits but the last. */
const cardScanBytes = 128;
const maximumHeaderBytes = 16_384;
const maximumHeaders = 40;
const maximumHeaderLength = 500;

/** Why there was no answer. `interrupted`: the process was notified to stop; `secret_unreadable` and `not_sent`: nothing was sent, by a fault of ours. */
export type DeliveryError =
  | EgressRefusal
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
  /** May lead to a private network. */
  allowPrivate: boolean;
  stopping: AbortSignal;
  /** Of those who test: other name servers, authorities and patience. */
  resolve?: ResolveName;
  ca?: string;
  limitMs?: number;
};

/**
 * Posts one message to an address that a merchant chose. It connects to what was looked up and found fit, follows no
 * redirect, uses no proxy, and takes 15 seconds and 4 KiB at most (threat T14). An answer whose body is late counts by its status.
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

/** Its signal aborts when the time is over or the process stops. Made manually: AbortSignal.any is held on to by a signal that lives as long as the process. */
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

/** What every message is sent with, beside its signature. */
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

/** A name means what it meant when it was checked. */
function createPinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, options, done) =>
    options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family);
}

/** For the first of several addresses, before the next one is tried: Node's 250 ms are short across an ocean. */
const connectionOptions = { autoSelectFamilyAttemptTimeout: 2_000 };

/** Ends in every case: with an answer, with an error, when the connection is gone, or when the limit is reached. */
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
    // An agent of its own per request: no connection is shared, and none goes through a proxy.
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
    // Once there is an answer its status counts, and what happens to the connection cuts the body at most.
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
    // 101: another protocol is nothing that was asked for. Node takes such an answer for no response, and hands over the connection.
    request.on('upgrade', (response, socket) => {
      hasResponse = true;
      socket.on('error', () => {}).destroy();
      resolveResponse(response, '');
    });
    request.end(body);
  });
}

/** The first 4 KiB of a body, or what had come of it when its connection ended or time limit reached. What is compressed stays so, and is not kept. */
async function readBodyStart(response: IncomingMessage, reached: Promise<unknown>): Promise<string | null> {
  const chunks: Buffer[] = [];
  // The status has come, and it is what counts.
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

/** Without what PostgreSQL has no text for; a text with a card number is not kept at all (threat T15). @param scannedText the text with what follows it */
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
