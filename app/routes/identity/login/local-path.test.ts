import { expect, test } from 'vitest';
import { invalidUrls, misleadingUrls } from '../../../../tests/world/attacks/malicious-urls';
import { localPath } from './local-path';

test.each(['/transactions', '/transactions/trx_1?page=2', '/a//b', '/search?q=%2F%2Fevil.example'])(
  '%s is kept',
  (path) => {
    expect(localPath(path)).toBe(path);
  },
);

test.each([
  null,
  undefined,
  '',
  'transactions',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%5c/../\\evil.example',
  '@evil.example',
  '/login',
  '/login?returnTo=/login',
  '/logout',
  '/logout.data',
  `/${'a'.repeat(3000)}`,
])('%s leads to the home page', (path) => {
  expect(localPath(path)).toBe('/');
});

test('no link to another site is kept, however it is written', () => {
  expect([...invalidUrls, ...misleadingUrls].filter((address) => localPath(address) !== '/')).toEqual([
    '/ok',
  ]);
});
