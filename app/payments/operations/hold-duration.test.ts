import { expect, onTestFinished, test, vi } from 'vitest';
import type { Acquirer } from '~/acquirers/acquirer';
import * as registry from '~/acquirers/registry';
import { getHoldExpiry, getMaximumHoldDays } from './hold-duration';

/** Connects an acquirer with this maximum, or none. */
function connectAcquirer(maximumHoldDays: number | null): void {
  const acquirer = maximumHoldDays === null ? null : ({ maximumHoldDays } as Acquirer);
  const connected = vi.spyOn(registry, 'getAcquirer').mockReturnValue(acquirer);
  onTestFinished(() => connected.mockRestore());
}

test.each([
  { configured: 7, acquirerMaximum: 30, expiry: '2030-01-08T12:00:00.000Z' },
  { configured: 7, acquirerMaximum: 5, expiry: '2030-01-06T12:00:00.000Z' },
  { configured: 7, acquirerMaximum: null, expiry: '2030-01-08T12:00:00.000Z' },
])(
  'a hold of $configured days, of which the acquirer allows $acquirerMaximum, expires $expiry',
  ({ configured, acquirerMaximum, expiry }) => {
    connectAcquirer(acquirerMaximum);
    const created_at = new Date('2030-01-01T12:00:00.000Z');
    expect(getHoldExpiry({ environment: 'test', hold_days: configured, created_at })).toEqual(
      new Date(expiry),
    );
  },
);

test.each([
  { test: 30, live: 30, maximum: 30 },
  { test: 29, live: 7, maximum: 7 },
  { test: 5, live: 29, maximum: 5 },
  { test: 7, live: null, maximum: 7 },
  { test: null, live: null, maximum: 30 },
  // The card schemes allow no more.
  { test: 31, live: 90, maximum: 30 },
])(
  'with at most $test days in test and $live in live, an account can choose up to $maximum',
  ({ maximum, ...maximums }) => {
    const connected = vi.spyOn(registry, 'getAcquirer').mockImplementation((environment) => {
      const maximumHoldDays = maximums[environment];
      return maximumHoldDays === null ? null : ({ maximumHoldDays } as Acquirer);
    });
    onTestFinished(() => connected.mockRestore());
    expect(getMaximumHoldDays()).toBe(maximum);
  },
);

test('only an authorization has a hold expiry', () => {
  expect(() => getHoldExpiry({ environment: 'test', hold_days: null, created_at: new Date() })).toThrow(
    'only an authorization begins a hold',
  );
});
