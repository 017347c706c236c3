import { expect, test } from 'vitest';
import { computeCaptureBefore } from './hold-duration';

test.each([
  { configured: 7, captureBefore: '2030-01-31T12:00:00.000Z', expiry: '2030-01-08T12:00:00.000Z' },
  { configured: 7, captureBefore: '2030-01-06T11:00:00.000Z', expiry: '2030-01-06T11:00:00.000Z' },
  { configured: 7, captureBefore: null, expiry: '2030-01-08T12:00:00.000Z' },
])(
  'a hold of $configured days, which the acquirer releases at $captureBefore, expires $expiry',
  ({ configured, captureBefore, expiry }) => {
    const created_at = new Date('2030-01-01T12:00:00.000Z');
    const releasedAt = captureBefore === null ? undefined : new Date(captureBefore);
    expect(computeCaptureBefore({ hold_days: configured, created_at }, releasedAt)).toEqual(new Date(expiry));
  },
);

test('only an authorization begins a hold', () => {
  expect(() => computeCaptureBefore({ hold_days: null, created_at: new Date() })).toThrow(
    'only an authorization begins a hold',
  );
});
