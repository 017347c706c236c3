// @ts-check
import { CommandError, UnavailableError } from './errors.js';

const timeoutMs = 30_000;

/**
 * @typedef {{ id: string, type: string }} ListedEvent with further members, which are passed on as they are
 * @typedef {{ events: ListedEvent[], has_more: boolean, next_after?: string }} EventList
 * @typedef {{ listEvents(after: string | undefined): Promise<EventList> }} ApiClient
 */

/**
 * Reads events with the test credentials. Gets a new access token when the last one has expired.
 * @param {{ apiUrl: string, credentials: import('./credentials.js').Credentials, signal: AbortSignal }} connection
 * @returns {ApiClient}
 */
export function createApiClient({ apiUrl, credentials, signal }) {
  /** @type {string | null} */
  let token = null;

  return {
    async listEvents(after) {
      const isNew = token === null;
      token ??= await getToken();
      const path = after === undefined ? '/events' : `/events?after=${encodeURIComponent(after)}`;
      const reply = await send(path, { headers: { authorization: `Bearer ${token}` } });
      if (reply.status === 401 && !isNew) {
        token = null;
        return this.listEvents(after);
      }
      if (reply.status !== 200) throw toError(reply);
      return reply.json;
    },
  };

  async function getToken() {
    const body = { client_id: credentials.clientId, client_secret: credentials.clientSecret };
    const reply = await send('/auth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (reply.status !== 200) throw toError(reply);
    return /** @type {string} */ (reply.json.access_token);
  }

  /**
   * @param {string} path
   * @param {RequestInit} init
   * @returns {Promise<{ status: number, json: any }>}
   */
  async function send(path, init) {
    /** @type {Response} */
    let response;
    let text = '';
    try {
      response = await fetch(apiUrl + path, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      text = await response.text();
    } catch (error) {
      if (signal.aborted) throw error;
      throw new UnavailableError(`Can’t reach ${apiUrl}. Check the URL, and whether the server is running.`);
    }
    const json = parseObject(text);
    if (response.status === 408 || response.status === 429 || response.status >= 500)
      throw new UnavailableError(
        `${apiUrl} responded with status ${response.status}.${json?.detail ? ` ${json.detail}` : ''}`,
        Math.min(Number(response.headers.get('retry-after')) || 0, 300),
      );
    // Without a token, the API answers to unknown URLs that it needs one.
    const isUnknownUrl = path === '/auth/token' && ['missing_token', 'not_found'].includes(json?.code);
    if (!json || isUnknownUrl)
      throw new UnavailableError(
        `${apiUrl} isn’t the Tillway API. Set TILLWAY_API_URL to the URL of the test API, from the portal.`,
      );
    return { status: response.status, json };
  }
}

/** @param {{ status: number, json: any }} reply */
function toError({ status, json }) {
  if (json.code === 'invalid_client') return new CommandError(`Wrong client ID or secret. ${json.detail}`);
  return new CommandError(`The API rejected the request (${status} ${json.code}): ${json.detail}`);
}

/** @param {string} text */
function parseObject(text) {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
