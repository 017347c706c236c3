// @ts-check
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { lookupLoopback } from './loopback.js';
import { signWebhook } from './signature.js';

/** As for real webhooks. */
const timeoutMs = 15_000;

/** The local server may be restarting. */
const refusedDelaysMs = [500, 1_000, 2_000, 4_000];

/**
 * @typedef {{ status: number } | { error: string }} Outcome
 * @typedef {(event: import('./api-client.js').ListedEvent) => Promise<Outcome>} Forwarder
 */

/**
 * Sends an event to the developer's server as a webhook: with the same body, the same headers, and a signature. Tries
 * again if the connection is refused.
 * @param {{ url: URL, secret: string, allowRemote: boolean, signal: AbortSignal }} target
 * @returns {Forwarder}
 */
export function createForwarder({ url, secret, allowRemote, signal }) {
  return async ({ id, ...message }) => {
    const body = JSON.stringify(message);
    for (let attempt = 0; ; attempt++) {
      const headers = { ...buildContentHeaders(url, body), ...signWebhook({ id, body, secret }) };
      try {
        return { status: await send(url, { headers, body, allowRemote, signal }) };
      } catch (error) {
        if (signal.aborted) throw error;
        const delayMs = isRefused(error) ? refusedDelaysMs[attempt] : undefined;
        if (delayMs === undefined) return { error: describeError(error) };
        await sleep(delayMs, undefined, { signal });
      }
    }
  };
}

/**
 * @param {URL} url
 * @param {string} body
 */
function buildContentHeaders(url, body) {
  return {
    host: url.host,
    'user-agent': 'Tillway-Webhooks/1',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    accept: '*/*',
    'accept-encoding': 'identity',
  };
}

/**
 * @param {URL} url
 * @param {{ headers: Record<string, string>, body: string, allowRemote: boolean, signal: AbortSignal }} message
 * @returns {Promise<number>} the status
 */
function send(url, { headers, body, allowRemote, signal }) {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = request(url, {
      method: 'POST',
      headers,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(!allowRemote && { lookup: lookupLoopback }),
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume().on('close', () => resolve(response.statusCode ?? 0));
      // The status counts, even if the body doesn't end.
      response.on('error', () => {});
    });
    sent.end(body);
  });
}

/** @param {unknown} error */
function isRefused(error) {
  // A name with several addresses has an error for each.
  const errors = error instanceof AggregateError ? error.errors : [error];
  return errors.every((each) => each.code === 'ECONNREFUSED');
}

/** @param {unknown} error */
function describeError(error) {
  if (isRefused(error)) return 'connection refused';
  const { name, code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (name === 'AbortError' || name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s`;
  return code === 'ECONNRESET' ? 'connection closed without a response' : message;
}
