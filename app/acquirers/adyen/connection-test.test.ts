import { expect, onTestFinished, test, vi } from 'vitest';
import type { Environment } from '~/platform/environment';
import { Secret } from '~/platform/secrets/secret';
import { testAdyenConnection } from './connection-test';

const apiKey = 'AQEyhmfxK4nJbRZBw0m9n3QzUsGmSPl7K9';
const { signal } = new AbortController();

type Options = { environment?: Environment; liveUrlPrefix?: string };

/** @param answer Adyen's answer: a status and a body */
function run(answer: [status: number, body: string] | Error, options: Options = {}) {
  const { environment = 'test', liveUrlPrefix } = options;
  const network = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      answer instanceof Error
        ? Promise.reject(answer)
        : Promise.resolve(new Response(answer[1], { status: answer[0] })),
    );
  onTestFinished(() => network.mockRestore());
  const settings = {
    merchantAccount: 'TillwayShops',
    multipleCaptures: false,
    ...(liveUrlPrefix && { liveUrlPrefix }),
  };
  const secrets = {
    apiKey: new Secret(apiKey),
    hmacKey: new Secret('00'),
    webhookUser: new Secret('u'),
    webhookPassword: new Secret('p'),
  };
  const result = testAdyenConnection({ environment, settings, secrets }, { timeoutMs: 1_000, signal });
  return { network, result };
}

const methods = (...types: string[]) =>
  JSON.stringify({ paymentMethods: types.map((type) => ({ type, name: type })) });
const refusal = (status: number, errorCode: string, errorType: string): [number, string] => [
  status,
  JSON.stringify({ status, errorCode, errorType, message: `key ${apiKey}` }),
];

test.each([
  [{}, 'https://checkout-test.adyen.com/v72/paymentMethods'],
  [
    { environment: 'live', liveUrlPrefix: '1797a841fbb37ca7-Tillway' },
    'https://1797a841fbb37ca7-tillway-checkout-live.adyenpayments.com/checkout/v72/paymentMethods',
  ],
] as const)('a working key is connected: %o', async (options, address) => {
  const { network, result } = run([200, methods('ideal', 'scheme')], options);
  expect(await result).toEqual({
    kind: 'connected',
    description: 'Adyen accepts the API key for TillwayShops.',
  });
  expect(network).toHaveBeenCalledTimes(1);
  expect(network.mock.calls[0]).toMatchObject([
    address,
    {
      body: '{"merchantAccount":"TillwayShops"}',
      headers: { 'X-API-Key': apiKey },
      redirect: 'manual',
    },
  ]);
});

test.each([
  [[200, methods('ideal')], 'refused', /^Cards aren’t enabled/],
  [refusal(401, '000', 'security'), 'refused', /^Adyen doesn’t accept the API key/],
  [refusal(403, '010', 'security'), 'refused', /^Adyen doesn’t accept the API key/],
  [refusal(403, '901', 'security'), 'refused', /^The merchant account TillwayShops doesn’t exist/],
  [refusal(422, '158', 'validation'), 'refused', /^Adyen rejected the request/],
  [refusal(429, '000', 'validation'), 'refused', /too many requests/],
  // Answers that aren't from Adyen.
  [[403, '<html>'], 'unreachable', undefined],
  [[403, '{"status":"denied"}'], 'unreachable', undefined],
  [[200, '{}'], 'unreachable', undefined],
  [[302, ''], 'unreachable', undefined],
  [refusal(500, '905', 'internal'), 'unreachable', undefined],
  [new TypeError('fetch failed'), 'unreachable', undefined],
] as [[number, string] | Error, string, RegExp | undefined][])('%o is %s', async (answer, kind, reason) => {
  const result = await run(answer).result;
  expect(result).toEqual({
    kind,
    ...(reason && { reason: expect.stringMatching(reason) as string }),
  });
  expect(JSON.stringify(result)).not.toContain(apiKey.slice(-4));
});

test('live requires the URL prefix', async () => {
  const { network, result } = run([200, methods('scheme')], { environment: 'live' });
  expect(await result).toEqual({ kind: 'refused', reason: 'The live URL prefix is missing.' });
  expect(network).not.toHaveBeenCalled();
});

test('a stand-in needs no prefix, and nobody has to wait for it', async () => {
  const { network, result } = run([200, methods('scheme')]);
  await result;
  const secrets = { apiKey: new Secret(apiKey), hmacKey: new Secret('00') };
  const access = {
    environment: 'live' as const,
    settings: { merchantAccount: 'TillwayShops', multipleCaptures: false },
    secrets: { ...secrets, webhookUser: new Secret('u'), webhookPassword: new Secret('p') },
  };
  const origin = 'http://127.0.0.1:9';
  const test = (stopped: AbortSignal, timeoutMs = 1_000) =>
    testAdyenConnection(access, { origin, timeoutMs, signal: stopped });
  expect(await test(signal)).toMatchObject({ kind: 'connected' });
  expect(network.mock.lastCall![0]).toBe(`${origin}/v72/paymentMethods`);
  network.mockImplementation(
    (_, options) =>
      new Promise((__, reject) => {
        if (options!.signal!.aborted) reject(new Error('aborted'));
        options!.signal!.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  expect(await test(AbortSignal.abort(), 60_000)).toEqual({ kind: 'unreachable' });
  expect(await test(signal, 50)).toEqual({ kind: 'unreachable' });
});
