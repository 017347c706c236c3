import { describe, expect, test, vi } from 'vitest';
import { log } from '~/platform/observability/log';
import { expectConsoleError } from '../../../tests/setup/errors';
import { AdyenError } from './http-client';
import { canRepeatRequest, orOutcome, withinAdyenRate } from './requests';

describe('a request that failed', () => {
  const fail = (kind: 'harmless' | 'final' | 'repeatable', error: Error) =>
    orOutcome('op_1', kind, () => Promise.reject(error));
  const kinds = ['harmless', 'final', 'repeatable'] as const;
  const unknown = { kind: 'unknown' };
  const declined = (acquirerCode: string) => ({ kind: 'declined', code: 'system_error', acquirerCode });
  const failed = (code: string) => ({
    ...{ message: 'adyen', error: 'the request failed', fields: { operationId: 'op_1', code } },
  });

  test.each(kinds)('because Adyen refused it is declined: %s', async (kind) => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    expect(await fail(kind, new AdyenError('refused', '101'))).toEqual({
      ...{ kind: 'declined', code: 'invalid_card_number', acquirerCode: '101', beforeBank: true },
    });
    expect(warn.mock.calls).toEqual([['adyen refused a request', { operationId: 'op_1', code: '101' }]]);
    warn.mockRestore();
  });

  test.each([
    ['harmless', declined('http_401')],
    ['final', declined('http_401')],
    ['repeatable', unknown],
  ] as const)('because of the key is declined, unless another key can send it: %s', async (kind, outcome) => {
    expectConsoleError(failed('http_401'));
    expect(await fail(kind, new AdyenError('prevented', 'http_401'))).toEqual(outcome);
  });

  test.each([
    ['harmless', declined('http_503')],
    ['final', unknown],
    ['repeatable', unknown],
  ] as const)('for other reasons is unknown if it moves money: %s', async (kind, outcome) => {
    expectConsoleError(failed('http_503'));
    for (const reason of ['uncertain', 'rate_limited'] as const)
      expect(await fail(kind, new AdyenError(reason, 'http_503'))).toEqual(outcome);
  });

  test.each(kinds)('with an error that isn’t Adyen’s throws it: %s', async (kind) => {
    await expect(fail(kind, new TypeError('unexpected'))).rejects.toThrow('unexpected');
  });
});

test('a request can be repeated for almost seven days', () => {
  const daysAgo = (days: number) => ({ requestedAt: new Date(Date.now() - days * 86_400_000) });
  expect(canRepeatRequest(daysAgo(6.89))).toBe(true);
  expect(canRepeatRequest(daysAgo(6.91))).toBe(false);
});

describe('a request that exceeds the rate', () => {
  const { signal } = new AbortController();
  const limited = () => Promise.reject(new AdyenError('rate_limited', 'http_429'));

  test('is sent again twice, with growing delays', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    const times: number[] = [];
    const request = vi.fn(async () => {
      times.push(performance.now());
      return times.length < 3 ? await limited() : 'answer';
    });
    expect(await withinAdyenRate(signal, request)).toBe('answer');
    const [first, second, third] = times as [number, number, number];
    expect(second - first).toBeGreaterThan(190);
    expect(third - second).toBeGreaterThan(390);
    random.mockReturnValue(-0.5);
    const always = vi.fn(limited);
    await expect(withinAdyenRate(signal, always)).rejects.toThrow('http_429');
    expect(always).toHaveBeenCalledTimes(3);
    random.mockRestore();
  });

  test('is given up while it waits', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(9.5);
    const began = performance.now();
    await expect(withinAdyenRate(AbortSignal.timeout(50), limited)).rejects.toThrow('aborted');
    random.mockRestore();
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test('is not sent again after another error, or when nobody waits anymore', async () => {
    const other = vi.fn(() => Promise.reject(new AdyenError('uncertain', 'http_503')));
    await expect(withinAdyenRate(signal, other)).rejects.toThrow('http_503');
    const unexpected = vi.fn(() => Promise.reject(new TypeError('unexpected')));
    await expect(withinAdyenRate(signal, unexpected)).rejects.toThrow('unexpected');
    for (const request of [other, unexpected]) expect(request).toHaveBeenCalledTimes(1);
    const waiting = new AbortController();
    const aborting = vi.fn(() => {
      waiting.abort();
      return limited();
    });
    for (let call = 0; call < 2; call++)
      await expect(withinAdyenRate(waiting.signal, aborting)).rejects.toThrow('aborted');
    expect(aborting).toHaveBeenCalledTimes(1);
  });
});
