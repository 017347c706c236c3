import { expect, test } from 'vitest';
import { getClientIp } from './client-ip.server';

const connectionIp = '192.0.2.99';
const resolveClientIp = (forwarded: string, proxies = 1) =>
  getClientIp(
    new Request('http://localhost/', { headers: { 'x-forwarded-for': forwarded } }),
    { incoming: { socket: { remoteAddress: connectionIp } } } as never,
    proxies,
  );

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7 ,', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:51234', '2001:db8::7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::FFFF:203.0.113.7]:51234', '203.0.113.7'],
])('%s is %s', (forwarded, address) => {
  expect(resolveClientIp(forwarded)).toBe(address);
});

test.each([
  '',
  ' , ',
  'unknown',
  '4000056655665556',
  '<b>',
  '203.0.113.7:',
  '203.0.113.256',
  '[203.0.113.7',
  'fe80::1%4000056655665556',
  '2001:db8::7]:1',
  `203.0.113.7${' '.repeat(500)}x`,
])('%j is not an IP address, and the connection has one', (forwarded) => {
  expect(resolveClientIp(forwarded)).toBe(connectionIp);
});

test('of several proxies the outermost counts, and without any the header is ignored', () => {
  expect(resolveClientIp('203.0.113.7, 198.51.100.1', 2)).toBe('203.0.113.7');
  expect(resolveClientIp('203.0.113.7', 0)).toBe(connectionIp);
});
