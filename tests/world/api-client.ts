import type { HttpBindings } from '@hono/node-server';
import { createApi } from '~/api/api';
import { describeApi } from '~/api/description/openapi';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { createDescriptionCheck } from './api-description-check';
import { buildMerchant, type Merchant } from './merchants';

const apis = { test: createApi('test'), live: createApi('live') };
const descriptionChecks = {
  test: createDescriptionCheck('test', describeApi(apis.test, 'test').document),
  live: createDescriptionCheck('live', describeApi(apis.live, 'live').document),
};
const prefix = { test: '/test/api', live: '/api' };

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test checks the members that it reads
export type ApiResponse = { status: number; headers: Headers; text: string; json: any };

/** Sends a request through the API as the server would. The reply must match the published description. */
export async function sendApiRequest(
  environment: Environment,
  method: string,
  path: string,
  init: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
): Promise<ApiResponse> {
  const request = new Request(`http://localhost:3000${prefix[environment]}${path}`, { method, ...init });
  const response = await apis[environment].fetch(request, {
    requestId: createId('req'),
  } as unknown as HttpBindings & { requestId: string });
  const text = await response.text();
  descriptionChecks[environment](method, path, { status: response.status, headers: response.headers, text });
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text.startsWith('{') ? JSON.parse(text) : undefined,
  };
}

/** A merchant's server with an access token for one environment. */
export async function buildApiClient(merchant?: Merchant, environment: Environment = 'test') {
  const owner = merchant ?? (await buildMerchant());
  const { clientId: client_id, clientSecret: client_secret } = owner;
  const json = { 'Content-Type': 'application/json' };
  const { json: token } = await sendApiRequest(environment, 'POST', '/auth/token', {
    headers: json,
    body: JSON.stringify({ client_id, client_secret }),
  });
  const headers = { ...json, Authorization: `Bearer ${token.access_token}` };
  return {
    merchant: owner,
    token: token.access_token as string,
    get: (path: string) => sendApiRequest(environment, 'GET', path, { headers }),
    delete: (path: string) => sendApiRequest(environment, 'DELETE', path, { headers }),
    post: (path: string, body: unknown) =>
      sendApiRequest(environment, 'POST', path, { headers, body: JSON.stringify(body) }),
  };
}

export type ApiClient = Awaited<ReturnType<typeof buildApiClient>>;
