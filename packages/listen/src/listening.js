// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from './errors.js';

const pollMs = 1_000;
const maximumRetryMs = 10_000;

/** As many as a webhook endpoint gets at once. */
const maximumConcurrency = 8;

/**
 * Forwards each new event once, until the signal. Continues where it was when the API is available again.
 * @param {{
 *   api: import('./api-client.js').ApiClient,
 *   forward: import('./forwarding.js').Forwarder,
 *   print: (line: string) => void,
 *   onReady: () => void,
 *   signal: AbortSignal,
 * }} listener
 * @returns {Promise<never>}
 */
export async function listen({ api, forward, print, onReady, signal }) {
  // If the API isn't available at the start, the URL may be wrong.
  let after = (await api.listEvents('latest')).next_after;
  onReady();
  /** @type {Set<Promise<void>>} */
  const inFlight = new Set();
  for (;;) {
    const { events, has_more: hasMore, next_after: nextAfter } = await retry(() => api.listEvents(after));
    for (const event of events) {
      if (inFlight.size >= maximumConcurrency) await Promise.race(inFlight);
      const forwarding = forwardOne(event).finally(() => inFlight.delete(forwarding));
      inFlight.add(forwarding);
    }
    after = nextAfter;
    if (!hasMore) await sleep(pollMs, undefined, { signal });
  }

  /** @param {import('./api-client.js').ListedEvent} event */
  async function forwardOne(event) {
    const time = new Date().toTimeString().slice(0, 8);
    const startTime = performance.now();
    try {
      const outcome = await forward(event);
      const duration = `${Math.round(performance.now() - startTime)} ms`;
      const result = 'status' in outcome ? outcome.status : `failed: ${outcome.error}`;
      print(`${time}  ${event.type}  ${event.id}  ${result}  ${duration}`);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /**
   * @template Result
   * @param {() => Promise<Result>} request
   */
  async function retry(request) {
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await request();
        if (attempt) print('Connected again.');
        return result;
      } catch (error) {
        if (signal.aborted || !(error instanceof UnavailableError)) throw error;
        if (!attempt) print(`${error.message} Trying again until it is available …`);
        const backoffMs = Math.min(maximumRetryMs, pollMs * 2 ** attempt);
        await sleep(Math.max(backoffMs, (error.retryAfterSeconds ?? 0) * 1000), undefined, { signal });
      }
    }
  }
}
