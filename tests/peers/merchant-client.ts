import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '~/platform/environment';
import { readDemoCredentials, type Server } from './server';

export type ApiReply = {
  status: number;
  text: string;
  json: Record<string, unknown>;
  requestId: string;
  retryAfter: string | null;
};

/** A merchant's server that calls a real product process. */
export type ConnectedMerchant = {
  clientId: string;
  call(path: string, body?: object): Promise<ApiReply>;
  /** Repeats a request until it is no longer in progress or unknown, as a careful client would. */
  retryUntilFinal(path: string, body: object): Promise<ApiReply>;
};

/** The URL and the first bytes are known. */
type RunningServer = Pick<Server, 'origin' | 'output'>;

/** `credentials`: the demo's in test, by default. */
export async function connectMerchant(
  server: RunningServer,
  {
    environment = 'test',
    credentials = readDemoCredentials(server),
  }: { environment?: Environment; credentials?: { client_id: string; client_secret: string } } = {},
): Promise<ConnectedMerchant> {
  const call = (path: string, body?: object, token?: string) =>
    callApi(server, path, body, token, environment);
  const { access_token } = (await call('/auth/token', credentials)).json;
  const token = access_token as string;

  async function retryUntilFinal(path: string, body: object): Promise<ApiReply> {
    for (let attempts = 0; attempts < 60; attempts++) {
      const reply = await call(path, body, token);
      if (reply.status === 200 || reply.json.code === 'operation_declined') return reply;
      if (!['request_in_progress', 'outcome_unknown'].includes(String(reply.json.code)))
        throw new Error(`${path}: ${reply.status} ${reply.text}`);
      await sleep(200);
    }
    throw new Error(`no outcome of ${path}`);
  }
  return {
    clientId: credentials.client_id,
    call: (path, body) => call(path, body, token),
    retryUntilFinal,
  };
}

/** One request to the API. */
export async function callApi(
  server: Pick<RunningServer, 'origin'>,
  path: string,
  body?: object,
  token?: string,
  environment: Environment = 'test',
): Promise<ApiReply> {
  const response = await fetch(`${server.origin}${environment === 'test' ? '/test' : ''}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    json: JSON.parse(text),
    requestId: response.headers.get('x-request-id')!,
    retryAfter: response.headers.get('retry-after'),
  };
}
