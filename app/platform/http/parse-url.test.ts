import { expect, test } from 'vitest';
import { parseUrl } from './parse-url';

test('a URL is read as browsers do, also the hundred thousandth', () => {
  const hosts = Array.from({ length: 100_000 }, () => parseUrl('https://münchen.example/ü')?.host);
  expect(new Set(hosts)).toEqual(new Set(['xn--mnchen-3ya.example']));
});

test('an invalid URL is null', () =>
  expect(['', 'shop.example', 'https://a b'].map((text) => parseUrl(text))).toEqual([null, null, null]));
