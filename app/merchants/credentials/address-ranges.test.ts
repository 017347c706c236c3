import { expect, test } from 'vitest';
import { createAddressList, isAddressAllowed, maxAddressRanges, parseAddressRanges } from './address-ranges';

test('addresses and ranges are read one by one, in lowercase and once each', () => {
  expect(
    parseAddressRanges(' 203.0.113.7\n2001:DB8::/32, 203.0.113.0/24;203.0.113.7\r\n\n::ffff:198.51.100.1'),
  ).toEqual({ ranges: ['203.0.113.7', '2001:db8::/32', '203.0.113.0/24', '198.51.100.1'] });
  expect(parseAddressRanges('')).toEqual({ ranges: [] });
});

test.each([
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '203.0.113.0/33',
  '203.0.113.0/-1',
  '203.0.113.0/',
  '203.0.113.0/024',
  '2001:db8::/129',
  '2001:db8:::',
  'fe80::1%eth0',
  'localhost',
  '::ffff:203.0.113.1/129',
  '1'.repeat(5000),
  '٢٠٣.0.113.7',
])('%s is invalid', (text) =>
  expect(parseAddressRanges(`203.0.113.7\n${text}`)).toEqual({ wrong: text.slice(0, 60) }),
);

test('a list has a maximum length', () => {
  const ranges = (count: number) => Array.from({ length: count }, (_, i) => `203.0.113.${i}`);
  expect(parseAddressRanges(ranges(maxAddressRanges).join('\n'))).toEqual({
    ranges: ranges(maxAddressRanges),
  });
  expect(parseAddressRanges(ranges(maxAddressRanges + 1).join('\n'))).toBe('too_many_ranges');
});

test.each([
  ['203.0.113.7', true],
  ['203.0.113.8', false],
  ['::ffff:203.0.113.7', true],
  ['::ffff:203.0.113.8', false],
  ['::ffff:cb00:7107', true],
  ['198.51.100.255', true],
  ['198.51.101.0', false],
  ['2001:db8:1::1', true],
  ['2001:DB8:1::1', true],
  ['2001:db9::1', false],
  ['', false],
  ['unknown', false],
  ['203.0.113.7:443', false],
])('%s is in the list: %s', (address, isAllowed) => {
  expect(
    isAddressAllowed(createAddressList(['203.0.113.7', '198.51.100.0/24', '2001:db8::/32']), address),
  ).toBe(isAllowed);
});

test('without a list, every address is allowed', () => {
  expect(isAddressAllowed(createAddressList([]), '203.0.113.7')).toBe(true);
  expect(isAddressAllowed(createAddressList([]), '')).toBe(true);
});
