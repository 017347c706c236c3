import { expect, test } from 'vitest';
import { validateName, validateWebsite } from './answer-validation';

test.each([
  'https://shop.example',
  'http://www.shop.example/tea?a=b',
  'https://münchen.example',
  'https://例え.テスト',
  'https://my_shop.host.example',
  'https://123.example',
])('%s can be a website', (address) => expect(validateWebsite(address)).toBeNull());

test.each([
  'shop.example',
  'ftp://shop.example',
  'https://a@shop.example',
  'https://shop',
  'https://a..b',
  'https://a..example',
  'https://.b',
  'https://localhost.',
  'https://shop.localhost',
  'https://shop.local',
  'https://127.0.0.1',
  'https://127.0.0.1.',
  'https://2130706433',
  'https://[::1]',
  'https://-.example',
  'https://shop.x1',
])("%s can't", (address) =>
  expect(validateWebsite(address)).toBe('Enter the full URL, such as https://shop.example'),
);

test.each(['Acme', 'Amazon.com Inc.', 'Yahoo! Inc.', 'node.js Ltd', 'St. Mary’s', 'AC/DC', 'Café @ Home'])(
  '%s can be the name of a business',
  (name) => expect(validateName(name)).toBeNull(),
);

test.each(['http://evil.example', 'Acme, www.evil', 'Click evil.example/win', 'ada@evil.example'])(
  "%s can't, because emails carry it (threat T31)",
  (name) => expect(validateName(name)).toBe('Enter a name without a URL or an email address'),
);
