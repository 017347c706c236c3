/** Why a request wasn't processed: `logged_out` is a redirect to the login, `failed` a lost connection. */
export type LostRequest = 'logged_out' | 'failed';

/**
 * Sends a form while its page stays, so that no input is lost whatever happens to the request.
 * @param url never redirects, except to the login
 */
export async function postInBackground(
  url: string,
  fields: FormData | Record<string, string>,
  { keepalive = false } = {},
): Promise<Response | LostRequest> {
  const pairs = fields instanceof FormData ? [...fields] : Object.entries(fields);
  return request(url, {
    method: 'POST',
    body: new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])),
    keepalive,
  });
}

/** Whether a form of this page would reach its action. Null if it would. */
export async function findLostRequest(pageUrl: string): Promise<LostRequest | null> {
  const response = await request(pageUrl, { method: 'HEAD', cache: 'no-store' });
  if (typeof response === 'string') return response;
  return response.status >= 500 ? 'failed' : null;
}

async function request(url: string, init: RequestInit): Promise<Response | LostRequest> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    return response.type === 'opaqueredirect' ? 'logged_out' : response;
  } catch {
    return 'failed';
  }
}
