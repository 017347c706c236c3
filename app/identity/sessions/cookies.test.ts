import { afterEach, expect, test } from 'vitest';
import { config } from '~/platform/config/config.server';
import { readCookie, writeCookie } from './cookies';

const portal = config.addresses.portal;
afterEach(() => void (config.addresses.portal = portal));

const request = (cookie?: string) =>
  new Request('http://localhost:3000/', { headers: cookie === undefined ? {} : { cookie } });

test('with HTTPS, a cookie belongs to its host and is sent over HTTPS only', () => {
  config.addresses.portal = 'https://portal.example.com';
  expect({
    header: writeCookie('session', 'abc', 60),
    own: readCookie(request('__Host-session=abc'), 'session'),
    ofAnotherHost: readCookie(request('session=abc'), 'session'),
  }).toEqual({
    header: '__Host-session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
    own: 'abc',
    ofAnotherHost: null,
  });
});

test('a cookie of some pages is sent over HTTPS only, too', () => {
  config.addresses.portal = 'https://portal.example.com';
  expect({
    header: writeCookie('attempt', 'abc', 60, '/links/1'),
    own: readCookie(request('__Secure-attempt=abc'), 'attempt', '/links/1'),
    ofHttp: readCookie(request('attempt=abc'), 'attempt', '/links/1'),
  }).toEqual({
    header: '__Secure-attempt=abc; Path=/links/1; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
    own: 'abc',
    ofHttp: null,
  });
});

test.each([
  ['the only cookie', 'session=a.b-c_d', 'a.b-c_d'],
  ['one of several', 'theme=dark; session=abc;other=1', 'abc'],
  ['the longest value', `session=${'x'.repeat(4000)}`, 'x'.repeat(4000)],
  ['a longer value', `session=${'x'.repeat(4001)}`, null],
  ['a bad character at the start', 'session=%abc', null],
  ['a bad character at the end', 'session=abc%', null],
  ['a name twice', 'session=abc; session=abc', null],
  ['another name', 'staff-session=abc', null],
  ['no cookie', undefined, null],
])('%s is read or ignored', (_, header, value) => {
  expect(readCookie(request(header), 'session')).toBe(value);
});
