import { expect, test } from 'vitest';
import { validateWebsite } from './answer-validation';

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
