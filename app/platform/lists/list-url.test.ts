import { expect, test } from 'vitest';
import { buildListUrl, readOption, readQueryParts, readTextParameter } from './list-url';

test.each([
  [{}, '/list'],
  [{ search: '', status: [], before: null, after: undefined }, '/list'],
  [
    { search: 'a&b=c d', status: ['one', '', 'two'], before: 'trx_1' },
    '/list?search=a%26b%3Dc+d&status=one&status=two&before=trx_1',
  ],
])('a URL contains what is set, in order: %j', (parts, address) =>
  expect(buildListUrl('/list', parts)).toBe(address),
);

test('a parsed URL produces the same URL again', () => {
  expect(buildListUrl('/list', readQueryParts(new URLSearchParams('a=1&b=&a=2&c=%00')))).toBe(
    '/list?a=1&a=2&c=%00',
  );
});

test('input becomes one line that the database accepts', () => {
  const query = new URLSearchParams([
    ['a', ' tea\0 '],
    ['a', 'coffee'],
    ['long', 'x'.repeat(3000)],
  ]);
  expect({
    given: readTextParameter(query, 'a'),
    missing: readTextParameter(query, 'none'),
    longLength: readTextParameter(query, 'long').length,
  }).toEqual({ given: 'tea', missing: '', longLength: 255 });
  expect({
    listed: readOption(new URLSearchParams('a=b'), 'a', ['a', 'b']),
    inherited: readOption(new URLSearchParams('a=constructor'), 'a', ['a', 'b']),
  }).toEqual({ listed: 'b', inherited: undefined });
});
