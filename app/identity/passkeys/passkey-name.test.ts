import { expect, test } from 'vitest';
import { passkeyName, suggestPasskeyName } from './passkey-name';

test('spaces around a name are removed, and it has at most 60 characters', () => {
  expect(passkeyName.parse('  My phone ')).toBe('My phone');
  expect(passkeyName.parse('🔑'.repeat(60))).toBe('🔑'.repeat(60));
  expect(passkeyName.safeParse('🔑'.repeat(61)).error?.issues[0]?.message).toBe(
    'Enter a name of at most 60 characters',
  );
});

test('a new passkey is named after its browser', () => {
  const userAgent = 'Mozilla/5.0 (X11; CrOS x86_64) SamsungBrowser/24.0 Chrome/117.0 Safari/537.36';
  expect(
    suggestPasskeyName(new Request('http://localhost:3000/', { headers: { 'user-agent': userAgent } })),
  ).toBe('Samsung Internet on ChromeOS');
});
