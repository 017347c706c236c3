import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { urlContainsCardNumber, containsCardNumber, passesLuhn } from './card-numbers';

const published = [
  '4242424242424242',
  '6200000000000005',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6011111111111117',
  '3566002020360505',
  '38520000023237',
];

describe('the check digit', () => {
  test.each(published)('of %s is right', (digits) => expect(passesLuhn(digits)).toBe(true));

  test('detects every single wrong digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...published),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (digits, at, by) => {
          const i = at % digits.length;
          const wrong = digits.slice(0, i) + ((Number(digits[i]) + by) % 10) + digits.slice(i + 1);
          return !passesLuhn(wrong);
        },
      ),
    );
  });
});

describe('a card number in free text is found', () => {
  test.each(published)('%s', (digits) => {
    expect(containsCardNumber(digits)).toBe(true);
    expect(containsCardNumber(`Order for ${digits}, thanks`)).toBe(true);
    expect(containsCardNumber(`Order 12 ${digits} 03/2030`)).toBe(true);
    expect(containsCardNumber(digits.replace(/(.{4})(?=.)/g, '$1 '))).toBe(true);
    for (const separator of [
      '-',
      ' - ',
      ':',
      ', ',
      ' · ',
      '\u2212',
      '---',
      '|',
      '\u200b',
      '\u200b \u200b',
      '    ',
      ' -- ',
      '\n\n',
      ' \t\u00a0 \u2003',
      '-----',
    ])
      expect(containsCardNumber(digits.replace(/(.{4})(?=.)/g, `$1${separator}`)), separator).toBe(true);
  });
});

test('a card number in the digits of any script is found', () => {
  for (const zero of [
    '\u0660',
    '\u06f0',
    '\u07c0',
    '\u0966',
    '\u0e50',
    '\u1810',
    '\uff10',
    '\u{104a0}',
    '\u{11c50}',
    '\u{1d7ce}',
    '\u{1d7f6}',
    '\u{1e950}',
  ])
    for (const digits of published)
      expect(
        containsCardNumber(
          digits.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit))),
        ),
        zero,
      ).toBe(true);
});

test('a text of the maximum length is searched quickly, whatever it contains', () => {
  // Characters at which a pattern can start: scanning to the end from each would take seconds.
  for (const sign of ['-', '1-', '1', 'a', 'a-', ' ', '1 ', '- ', '\u200b', '٤', '12345678-', '%41'])
    for (const end of ['', 'z', '\u{1f600}']) {
      const text = sign.repeat(60_000 / sign.length) + end;
      const startTime = performance.now();
      expect(containsCardNumber(text) || urlContainsCardNumber(text)).toBe(false);
      expect({ sign, isFast: performance.now() - startTime < 1_500 }).toEqual({ sign, isFast: true });
    }
});

test('a card number in a URL is found behind percent-encoding, in any script and layer', () => {
  const every = (text: string) =>
    [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  for (const digits of published) {
    const grouped = ['', ' ', '-', '\u00a0', '\u2009', '\u200b', '+'].map((separator) =>
      digits.replace(/(.{4})(?=.)/g, `$1${separator}`),
    );
    const wide = digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    for (const text of [...grouped, wide])
      for (const written of [
        encodeURIComponent(text),
        every(text),
        every(text).toUpperCase(),
        encodeURIComponent(every(text)),
        encodeURIComponent(encodeURIComponent(every(text))),
      ])
        expect(urlContainsCardNumber(`https://shop.example/back?to=${written}&x=1`), written).toBe(true);
  }
  for (const fine of [
    'https://shop.example/%',
    'https://shop.example/%zz%ff%C3?a=%25',
    `https://shop.example/${every('order 1001')}`,
    'https://shop.example/40723836-1463-4025-ba79-08a7ee582fd2',
  ])
    expect(urlContainsCardNumber(fine), fine).toBe(false);
});

test('a hexadecimal ID contains none, whatever its digits', () => {
  const withCardNumber = [
    '40723836-1463-4025-ba79-08a7ee582fd2',
    '93cfe344-9c4d-4b93-9de4-424242424242',
    'b93b98bbbc5042424242424242424253',
    '60c72b4242424242424242ff',
  ];
  for (const id of withCardNumber)
    for (const text of [id, id.toUpperCase(), `order_${id}`, `${id}/${id}`])
      expect(containsCardNumber(text), text).toBe(false);
  for (const id of ['93cfe344-9c4d-4b93-9de4', '93cfe344'])
    expect(containsCardNumber(`${id} 4242424242424242 ${id}`), id).toBe(true);
  fc.assert(
    fc.property(
      fc.uuid(),
      (uuid) => !containsCardNumber(uuid) && !containsCardNumber(uuid.replaceAll('-', '')),
    ),
    { numRuns: 5_000 },
  );
});

test.each([
  '',
  'order-1001',
  '2026-11-21T10:00:00.000Z',
  '4242424242424241',
  '1234567890123456',
  '+44 20 7946 0958',
  'c9bf9e57-1685-4c89-bafb-ff5af830be8a',
])('"%s" contains no card number', (text) => expect(containsCardNumber(text)).toBe(false));
