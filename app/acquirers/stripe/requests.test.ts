import Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { Secret } from '~/platform/secrets/secret';
import { config } from '~/platform/config/config.server';
import { log } from '~/platform/observability/log';
import { expectConsoleError } from '../../../tests/setup/errors';
import {
  canRepeat,
  codeOf,
  createStripeClient,
  keyOf,
  orUnknown,
  requireObject,
  toOutcome,
  toStripeDecline,
  withinRateLimit,
} from './requests';

const { errors } = Stripe;
const raw = (code?: string, decline_code?: string) => ({
  ...{ message: 'Your card 4242424242424242 was declined.', type: 'api_error' as const },
  ...{ code, decline_code },
});
const failed = { message: 'stripe', error: 'the request failed' };

describe('a request that Stripe answers with an error', () => {
  const fail = (kind: 'harmless' | 'final' | 'repeatable', error: Error) =>
    toOutcome('op_1', kind, () => Promise.reject(error));
  const kinds = ['harmless', 'final', 'repeatable'] as const;
  const unknown = { kind: 'unknown' };
  const prevented = { kind: 'declined', code: 'system_error', acquirerCode: 'api_key_expired' };

  test.each(kinds)('about the card is declined: %s', async (kind) => {
    const error = new errors.StripeCardError(raw('card_declined', 'lost_card'));
    expect(await fail(kind, error)).toEqual({
      kind: 'declined',
      code: 'lost_card',
      acquirerCode: 'lost_card',
    });
    expect(await fail(kind, new errors.StripeCardError(raw('expired_card')))).toMatchObject({
      code: 'expired_card',
    });
  });

  test.each(kinds)('about the request is declined: %s', async (kind) => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    const error = new errors.StripeInvalidRequestError(raw('parameter_missing'));
    expect(await fail(kind, error)).toEqual({
      ...{ kind: 'declined', code: 'system_error', acquirerCode: 'parameter_missing' },
    });
    const logged = { operationId: 'op_1', code: 'parameter_missing' };
    expect(warn.mock.calls).toEqual([['stripe refused a request', logged]]);
    warn.mockRestore();
  });

  test.each([
    ['harmless', prevented],
    ['final', prevented],
    ['repeatable', unknown],
  ] as const)('about the key is declined, unless another key can send it: %s', async (kind, outcome) => {
    expectConsoleError({ ...failed, fields: { operationId: 'op_1', code: 'api_key_expired' } });
    for (const ErrorType of [errors.StripeAuthenticationError, errors.StripePermissionError])
      expect(await fail(kind, new ErrorType(raw('api_key_expired')))).toEqual(outcome);
  });

  test.each([
    ['harmless', { kind: 'declined', code: 'system_error', acquirerCode: 'StripeAPIError' }],
    ['final', unknown],
    ['repeatable', unknown],
  ] as const)('that says nothing about it is unknown if it moves money: %s', async (kind, outcome) => {
    expectConsoleError({ ...failed, fields: { operationId: 'op_1', code: 'StripeAPIError' } });
    expect(await fail(kind, new errors.StripeAPIError(raw()))).toEqual(outcome);
  });

  test.each(kinds)('an error that isn’t Stripe’s is thrown: %s', async (kind) => {
    await expect(fail(kind, new TypeError('unexpected'))).rejects.toThrow('unexpected');
  });
});

test('an inquiry that fails says nothing', async () => {
  expectConsoleError({ ...failed, fields: { operationId: 'op_1', code: 'resource_missing' } });
  const error = new errors.StripeInvalidRequestError(raw('resource_missing'));
  expect(await orUnknown('op_1', () => Promise.reject(error))).toEqual({ kind: 'unknown' });
  expect(await orUnknown('op_1', async () => ({ kind: 'approved' }))).toEqual({ kind: 'approved' });
  await expect(orUnknown('op_1', () => Promise.reject(new TypeError('unexpected')))).rejects.toThrow();
});

test('the code of an error never contains its message', () => {
  expect(codeOf(new errors.StripeCardError(raw('card_declined')))).toBe('card_declined');
  expect(codeOf(new errors.StripeCardError(raw()))).toBe('StripeCardError');
});

test('a decline has Stripe’s code, if there is one', () => {
  expect(toStripeDecline('lost_card')).toEqual({
    ...{ kind: 'declined', code: 'lost_card', acquirerCode: 'lost_card' },
  });
  expect(toStripeDecline('new_code')).toMatchObject({ code: 'do_not_honor', acquirerCode: 'new_code' });
  expect(toStripeDecline('constructor', 'system_error')).toMatchObject({ code: 'system_error' });
  for (const none of [null, undefined, ''])
    expect(toStripeDecline(none)).toEqual({ kind: 'declined', code: 'do_not_honor' });
});

describe('a request that Stripe refuses for its rate', () => {
  const { signal } = new AbortController();
  const rateLimit = () => new errors.StripeRateLimitError(raw('rate_limit'));

  test('is sent again twice, with growing delays', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const times: number[] = [];
    const request = async () => {
      times.push(performance.now());
      if (times.length < 3) throw rateLimit();
      return 'answer';
    };
    expect(await withinRateLimit(signal, request)).toBe('answer');
    vi.mocked(Math.random).mockRestore();
    const [first, second, third] = times as [number, number, number];
    expect(second - first).toBeGreaterThan(390);
    expect(third - second).toBeGreaterThan(790);
  });

  test('fails after that', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(-0.5);
    const request = vi.fn(() => Promise.reject(rateLimit()));
    await expect(withinRateLimit(signal, request)).rejects.toBeInstanceOf(errors.StripeRateLimitError);
    vi.mocked(Math.random).mockRestore();
    expect(request).toHaveBeenCalledTimes(3);
  });

  test('is not sent again after another error, or when nobody waits anymore', async () => {
    const other = vi.fn(() => Promise.reject(new errors.StripeAPIError(raw())));
    await expect(withinRateLimit(signal, other)).rejects.toBeInstanceOf(errors.StripeAPIError);
    expect(other).toHaveBeenCalledTimes(1);
    const waiting = new AbortController();
    const limited = vi.fn(() => {
      waiting.abort();
      return Promise.reject(rateLimit());
    });
    for (let call = 0; call < 2; call++)
      await expect(withinRateLimit(waiting.signal, limited)).rejects.toThrow('aborted');
    expect(limited).toHaveBeenCalledTimes(1);
  });

  test('is given up while it waits', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(9.5);
    const stopped = AbortSignal.timeout(50);
    const began = performance.now();
    await expect(withinRateLimit(stopped, () => Promise.reject(rateLimit()))).rejects.toThrow('aborted');
    random.mockRestore();
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

test('only the requested object is an answer', () => {
  const answer = { object: 'refund', id: 're_1' };
  expect(requireObject(answer, 'refund')).toBe(answer);
  expect(requireObject(answer, 'refund', 're_1')).toBe(answer);
  for (const wrong of [
    { ...answer, id: '' },
    { ...answer, id: 1 },
    { object: 'refund' },
    { object: 'charge', id: 're_1' },
  ])
    expect(() => requireObject(wrong as typeof answer, 'refund')).toThrow('the answer is no refund');
  const error = expect.objectContaining({ name: 'UnexpectedAnswer', message: 'the answer is no refund' });
  expect(() => requireObject(answer, 'refund', 're_2')).toThrow(error);
});

test('a request can be repeated while Stripe knows its idempotency key', () => {
  const hoursAgo = (hours: number) => ({ requestedAt: new Date(Date.now() - hours * 3_600_000) });
  expect(canRepeat(hoursAgo(22.9))).toBe(true);
  expect(canRepeat(hoursAgo(23))).toBe(false);
  expect([keyOf('op_1'), keyOf('op_1', '-confirm')]).toEqual([
    { idempotencyKey: 'op_1' },
    { idempotencyKey: 'op_1-confirm' },
  ]);
});

describe('the client', () => {
  const access = (account?: string) => ({
    settings: { multipleCaptures: false, account },
    secrets: { secretKey: new Secret('sk_test_1'), webhookSecret: new Secret('whsec_1') },
  });
  const read = (client: Stripe) => ({
    host: client.getApiField('host'),
    port: client.getApiField('port'),
    protocol: client.getApiField('protocol'),
    account: client.getApiField('stripeAccount'),
    timeout: client.getApiField('timeout'),
  });

  test('asks Stripe, or a stand-in, for an account once', () => {
    const timeout = config.acquirerTimeoutMs;
    const stripe = { host: 'api.stripe.com', port: '443', protocol: 'https', timeout };
    expect(read(createStripeClient(access()))).toEqual({ ...stripe, account: null });
    expect(read(createStripeClient(access('acct_1')))).toEqual({ ...stripe, account: 'acct_1' });
    for (const protocol of ['http', 'https'])
      expect(read(createStripeClient(access(), new URL(`${protocol}://127.0.0.1:8080`)))).toMatchObject({
        ...{ host: '127.0.0.1', port: '8080', protocol },
      });
    expect(createStripeClient(access()).getMaxNetworkRetries()).toBe(0);
    expect(createStripeClient(access()).getTelemetryEnabled()).toBe(false);
  });
});
