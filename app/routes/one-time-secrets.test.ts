import { afterEach, expect, test, vi } from 'vitest';
import { rememberSecret, takeSecret } from './one-time-secrets';

const viewer = { userId: 'usr_1', accountId: 'acc_1' };
const sending = (header: string) =>
  new Request('http://localhost:3000/developers', { headers: { cookie: header.split(';')[0]! } });

afterEach(() => void vi.useRealTimers());

test('a secret is readable for its viewer only, and not in the cookie', () => {
  const header = rememberSecret(viewer, 'sk_test_1');
  expect(header).not.toContain('sk_test_1');
  expect(takeSecret(sending(header), viewer).clientSecret).toBe('sk_test_1');
  expect(takeSecret(sending(header), { ...viewer, userId: 'usr_2' }).clientSecret).toBeNull();
  expect(takeSecret(sending(header), { ...viewer, accountId: 'acc_2' }).clientSecret).toBeNull();
  expect(takeSecret(sending(header), viewer).forget).toContain('Max-Age=0');
});

test('a cookie older than ten minutes shows nothing', () => {
  const header = rememberSecret(viewer, 'sk_test_1');
  vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] });
  expect(takeSecret(sending(header), viewer).clientSecret).toBeNull();
});
