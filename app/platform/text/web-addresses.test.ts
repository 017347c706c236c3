import { describe, expect, test } from 'vitest';
import { containsUrl, containsWebAddress } from './web-addresses';

describe.each([
  'http://evil.example',
  'Win at https://evil',
  'www.evil',
  'evil.example/win',
  'evil.example:8443/',
  'evil.example?win',
  'ada@evil.example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ／win',
])('%s', (text) => {
  test('is a URL', () => expect(containsUrl(text)).toBe(true));
  test('is a web address', () => expect(containsWebAddress(text)).toBe(true));
});

test.each([
  'evil.example',
  'Amazon.com Inc.',
  'Go to t.me now',
  'шоп.рф',
  '例え。テスト',
  'a.xn--p1ai',
  '10.11.12.13',
])('%s is a domain, which only a business can have as its name', (text) => {
  expect({ isAddress: containsWebAddress(text), isUrl: containsUrl(text) }).toEqual({
    isAddress: true,
    isUrl: false,
  });
});

test.each([
  'Ada Lovelace',
  'St. Mary’s',
  'Dr. Who',
  'J.P. Morgan',
  'J.R.R. Tolkien',
  'Yahoo! Inc.',
  'Ing. Jan Novák, Ph.D.',
  'Dipl.-Ing. Jörg Ö.',
  'Ltd.',
  'モーニング娘。',
  '约翰·史密斯',
  'AC/DC',
  'Café @ Home',
  'M@rt',
  'A & B: C',
])('%s is no web address', (text) => expect(containsWebAddress(text)).toBe(false));
