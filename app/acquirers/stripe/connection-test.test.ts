import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { Secret } from '~/platform/secrets/secret';
import type { Environment } from '~/platform/environment';
import { testStripeConnection } from './connection-test';

type Answer = { status?: number; body: object };
type Handler = (request: IncomingMessage, response: ServerResponse) => Answer | void;

const balance = (livemode = false): Answer => ({
  body: {
    object: 'balance',
    livemode,
    available: [],
    pending: [],
  } satisfies Partial<Stripe.Balance>,
});
const account: Answer = {
  body: { object: 'account', id: 'acct_1PqRsTuVwX', business_profile: { name: 'Tillway Shops' } },
};
const failure = (status: number, type: string, code?: string): Answer => ({
  status,
  body: { error: { type, code, message: `Invalid API Key provided: sk_test_***${'wxyz'}` } },
});

/** A server in the place of Stripe's API. It records what it receives. */
async function openStandIn(handler: Handler) {
  const received: {
    url: string;
    authorization?: string;
    account?: unknown;
    version?: unknown;
    telemetry?: unknown;
  }[] = [];
  const server = createServer((request, response) => {
    received.push({
      url: `${request.method} ${request.url}`,
      authorization: request.headers.authorization,
      account: request.headers['stripe-account'],
      version: request.headers['stripe-version'],
      telemetry: request.headers['x-stripe-client-telemetry'],
    });
    const answer = handler(request, response);
    if (!answer) return;
    response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const secretKey = 'sk_test_51PqRsTuVwXyZ0123456789wxyz';
const run = (
  origin: string,
  { environment = 'test' as Environment, account = undefined as string | undefined, timeoutMs = 2_000 } = {},
) =>
  testStripeConnection(
    { environment, settings: { account }, secrets: { secretKey: new Secret(secretKey) } },
    { origin, timeoutMs, signal: new AbortController().signal },
  );

const answerAll =
  (answers: Record<string, Answer>): Handler =>
  ({ url }) =>
    answers[url!] ?? { status: 404, body: {} };

test('a working key is connected, with the account’s name', async () => {
  const { origin, received } = await openStandIn(
    answerAll({ '/v1/balance': balance(), '/v1/account': account }),
  );
  expect(await run(origin)).toEqual({
    kind: 'connected',
    description: 'Stripe accepts the key of Tillway Shops (acct_1PqRsTuVwX).',
  });
  const common = {
    authorization: `Bearer ${secretKey}`,
    account: undefined,
    version: '2026-10-28.endive',
    telemetry: undefined,
  };
  expect(received).toEqual([
    { url: 'GET /v1/balance', ...common },
    { url: 'GET /v1/account', ...common },
  ]);
});

test('both requests are for the connected account', async () => {
  const { origin, received } = await openStandIn(
    answerAll({
      '/v1/balance': balance(),
      '/v1/account': { body: { object: 'account', id: 'acct_1Connected' } },
    }),
  );
  expect(await run(origin, { account: 'acct_1Connected' })).toEqual({
    kind: 'connected',
    description: 'Stripe accepts the key of account acct_1Connected.',
  });
  expect(received.map(({ account }) => account)).toEqual(['acct_1Connected', 'acct_1Connected']);
});

test('a restricted key that may not read the account is connected without its name', async () => {
  const { origin } = await openStandIn(
    answerAll({
      '/v1/balance': balance(true),
      '/v1/account': failure(403, 'invalid_request_error'),
    }),
  );
  expect(await run(origin, { environment: 'live' })).toEqual({
    kind: 'connected',
    description: 'Stripe accepts the key. It may not read the account’s name.',
  });
});

test.each([
  ['a wrong key', failure(401, 'invalid_request_error'), {}, /^Stripe doesn’t accept the secret key\./],
  [
    'a restricted key without permission',
    failure(403, 'invalid_request_error'),
    {},
    /^This restricted key may not read the balance\./,
  ],
  [
    'a restricted key without permission for a connected account',
    failure(403, 'invalid_request_error', 'more_permissions_required'),
    { account: 'acct_1Other' },
    /^This restricted key may not read the balance\./,
  ],
  [
    'a foreign account',
    failure(403, 'invalid_request_error', 'account_invalid'),
    { account: 'acct_1Other' },
    /^This key has no access to the account acct_1Other/,
  ],
  [
    'an invalid account',
    failure(400, 'invalid_request_error'),
    { account: 'acct_1Other' },
    /^Stripe rejected the request\. Check that the account acct_1Other exists\.$/,
  ],
  ['an invalid request', failure(400, 'invalid_request_error'), {}, /^Stripe rejected the request\.$/],
  ['too many requests', failure(429, 'invalid_request_error'), {}, /^Stripe received too many requests/],
  ['a key of live mode', balance(true), {}, /^This key belongs to Stripe’s live mode\. Enter a test key\.$/],
  [
    'a key of test mode',
    balance(false),
    { environment: 'live' as const },
    /^This key belongs to Stripe’s test mode\. Enter a live key\.$/,
  ],
])('%s is refused, without parts of the key', async (_, answer, options, reason) => {
  const { origin, received } = await openStandIn(answerAll({ '/v1/balance': answer }));
  const result = await run(origin, options);
  expect(result).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
  expect(JSON.stringify(result)).not.toMatch(/sk_test|wxyz/);
  expect(received).toHaveLength(1);
});

test('no answer, a broken one, and a failing server are unreachable', async () => {
  const closed: Handler = (_, response) => void response.destroy();
  const broken: Handler[] = [
    () => undefined,
    closed,
    (_, response) => void response.end('<html>'),
    () => ({ status: 500, body: { error: { type: 'api_error' } } }),
    () => ({ status: 503, body: {} }),
    () => ({ body: { livemode: false } }),
  ];
  for (const handler of broken) {
    const { origin, received } = await openStandIn(handler);
    expect(await run(origin, { timeoutMs: 300 })).toEqual({ kind: 'unreachable' });
    // The SDK repeats a request once when the connection closes, even without retries.
    expect(received).toHaveLength(handler === closed ? 2 : 1);
  }
  expect(await run('http://127.0.0.1:9')).toEqual({ kind: 'unreachable' });
});

test('a failure to read the name is no proof that the connection works', async () => {
  const { origin } = await openStandIn(
    answerAll({ '/v1/balance': balance(), '/v1/account': failure(500, 'api_error') }),
  );
  expect(await run(origin)).toEqual({ kind: 'unreachable' });
});

test('a caller that no longer waits gets no second request', async () => {
  const stopped = new AbortController();
  const { origin, received } = await openStandIn(() => {
    stopped.abort();
    return balance();
  });
  expect(
    await testStripeConnection(
      { environment: 'test', settings: {}, secrets: { secretKey: new Secret(secretKey) } },
      { origin, timeoutMs: 2_000, signal: stopped.signal },
    ),
  ).toEqual({ kind: 'unreachable' });
  expect(received).toHaveLength(1);
});

test('an error that isn’t Stripe’s is thrown', async () => {
  const { origin } = await openStandIn(answerAll({ '/v1/balance': balance() }));
  const signal = new Proxy(new AbortController().signal, {
    get: () => {
      throw new TypeError('unexpected');
    },
  });
  await expect(
    testStripeConnection(
      { environment: 'test', settings: {}, secrets: { secretKey: new Secret(secretKey) } },
      { origin, timeoutMs: 2_000, signal },
    ),
  ).rejects.toThrow('unexpected');
});
