import { expect, test } from 'vitest';
import { completeUrl, parseUrl } from './parse-url';

test('a URL is read as browsers do, also the hundred thousandth', () => {
  const hosts = Array.from({ length: 100_000 }, () => parseUrl('https://münchen.example/ü')?.host);
  expect(new Set(hosts)).toEqual(new Set(['xn--mnchen-3ya.example']));
});

test('an invalid URL is null', () =>
  expect(['', 'shop.example', 'https://a b'].map((text) => parseUrl(text))).toEqual([null, null, null]));

test.each([
  ['shop.example', 'https://shop.example'],
  ['www.shop.example/tea?a=b', 'https://www.shop.example/tea?a=b'],
])('%s is completed', (text, url) => expect(completeUrl(text)).toBe(url));

test.each([
  '',
  'http://shop.example',
  'foo bar',
  'shop',
  'ada@shop.example',
  'javascript:alert(1)',
  'shop.example:80',
])('"%s" stays as it is', (text) => expect(completeUrl(text)).toBe(text));
