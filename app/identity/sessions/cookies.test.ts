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
