import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { hasUnambiguousHost } from './request-host';

const check = (url: string, hosts: string[], httpVersion = '1.1') =>
  hasUnambiguousHost({
    url,
    httpVersion,
    rawHeaders: ['Accept', 'host', ...hosts.flatMap((host) => ['HoSt', host])],
  } as IncomingMessage);

test.each([
  ['/login', 'pay.example.com'],
  ['/login', 'pay.example.com:8443'],
  ['/login', '[2001:db8::1]:3000'],
  ['*', 'pay.example.com'],
  ['http://pay.example.com/login', 'PAY.example.com'],
  ['http://PAY.example.com?x', 'pay.example.com:80'],
  ['https://pay.example.com:443/login', 'pay.example.com'],
])('%s with the host %s is unambiguous', (url, host) => {
  expect(check(url, [host])).toBe(true);
});

test.each([
  ['/login', []],
  ['/login', ['']],
  ['/login', ['pay.example.com', 'pay.example.com']],
  ['/login', ['user@pay.example.com']],
  ['/login', ['pay.example.com:']],
  ['/login', ['pay.example.com/staff']],
  ['/login', ['pay.example.com, staff.example.com']],
  ['/login', ['pay.example.com:staff.example.com']],
  ['/login', ['p%61y.example.com']],
  ['http://staff.example.com/', ['pay.example.com']],
  ['http://pay.example.com:443/', ['pay.example.com']],
  ['https://pay.example.com/', ['pay.example.com:80']],
  ['http://user@pay.example.com/', ['pay.example.com']],
  ['http://pay.example.com\\@staff.example.com/', ['pay.example.com']],
  ['http:///pay.example.com/', ['pay.example.com']],
  ['ftp://pay.example.com/', ['pay.example.com']],
  ['login', ['pay.example.com']],
])('%s with the hosts %j is ambiguous', (url, hosts) => {
  expect(check(url, hosts)).toBe(false);
});

test('only HTTP 1.0 needs no host', () => {
  expect(check('/healthz', [], '1.0')).toBe(true);
  expect(check('/healthz', ['a.example', 'b.example'], '1.0')).toBe(false);
  expect(check('http://staff.example.com/', [], '1.0')).toBe(false);
  expect(check('/healthz', [], '2.0')).toBe(false);
});
