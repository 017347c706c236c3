import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsCardNumber, formCardNumber, passesLuhn } from './card-numbers';
import { findCardBrand } from './card-ranges';

const published = [
  '4242424242424242',
  '6200000000000005',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6011111111111117',
  '3566002020360505',
  '38520000023237',
  '501800000009',
  '6304000000000000',
  '6759649826438453',
  '6799990100000000019',
  '5019717010103742',
  '9792030394440796',
  '5060990580000217499',
  complete('507865000000000'),
  complete('652150000000000'),
  complete('817200000000000'),
  complete('508500000000000'),
  complete('636297000000000'),
  complete('509000000000000'),
  complete('220070060000000'),
  '6062826786276634',
  '135410014004955',
];

/** With its check digit. */
function complete(digits: string): string {
  return [...'0123456789'].map((digit) => digits + digit).find((number) => passesLuhn(number))!;
}

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

test.each(published)(
  '%s is found behind a sign or a letter, and with letters between its groups',
  (digits) => {
    for (const sign of ['-', '#', '−', '№', 'x', 'é', 'No.'])
      expect(containsCardNumber(sign + digits), sign).toBe(true);
    for (const between of ['x', 'and', ' x ', 'é', '+', '±'])
      expect(containsCardNumber(digits.replace(/(.{4})(?=.)/g, `$1${between}`)), between).toBe(true);
  },
);

test('a card number of every brand is found', () => {
  const brands = published.map((digits) => findCardBrand(digits));
  expect(new Set(brands)).toEqual(
    new Set([
      ...['visa', 'unionpay', 'mastercard', 'american-express', 'discover', 'jcb', 'diners-club', 'maestro'],
      ...['dankort', 'troy', 'verve', 'rupay', 'elo', 'mir', 'hipercard', 'uatp'],
    ]),
  );
});

test('a card number split over several texts is found in any order', () => {
  expect(formCardNumber(['Gift 4242 4242', '4242 4242'])).toBe(true);
  expect(formCardNumber(['Gift 42424242 red', 'blue 42424242'])).toBe(false);
  expect(formCardNumber(['4242 4242', 'Gift 4242 4242'])).toBe(true);
  expect(formCardNumber(['4242', 'Gift 4242', '4242 4242'])).toBe(true);
  expect(formCardNumber(['5555 4444', 'Gift', '5555 5555'])).toBe(true);
  expect(formCardNumber(['Gift 67596498', '26438453'])).toBe(true);
  expect(formCardNumber(['Gift %34%32424242', '42424242'])).toBe(true);
  expect(formCardNumber(['Gift 4242424242424242', 'red'])).toBe(false);
  expect(formCardNumber([])).toBe(false);
});

const pad = (value: number, length: number) => String(value).padStart(length, '0');
const everyMinute = Array.from(
  { length: 2_000 },
  (_, i) => new Date(Date.UTC(2026, 0, 1, 0, i * 379, i % 60, i % 1000)),
);
const serials = Array.from({ length: 2_000 }, (_, i) => (i * 7_919 + 11) % 100_000_000);
const withGtinCheckDigit = (digits: string) => {
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
};

test.each<[string, (serial: number, time: Date) => string]>([
  ['ISO times', (_, time) => time.toISOString()],
  [
    'times with an order number',
    (serial, time) => `#63${pad(serial % 100_000, 5)} ${time.toISOString().slice(0, 10)}`,
  ],
  ['compact times', (_, time) => time.toISOString().replace(/\D/g, '').slice(0, 14)],
  ['compact times without a century', (_, time) => time.toISOString().replace(/\D/g, '').slice(2, 14)],
  [
    'compact local times',
    (_, time) => time.toISOString().replace(/^(\d+)-(\d+)-(\d+)T(\d+):(\d+).*/, '$3$2$1$4$5'),
  ],
  ['Unix times', (_, time) => `${time.getTime()}`],
  ['Unix times in microseconds', (serial, time) => `${time.getTime()}${pad(serial % 1000, 3)}`],
  ['invoice numbers with a year', (serial) => `2026-${pad(serial, 8)}`],
  ['order numbers of nine digits', (serial) => `5${pad(serial, 8)}`],
  ['order numbers of eleven digits', (serial) => `637${pad(serial, 8)}`],
  ['phone numbers of the Philippines', (serial) => `+639${pad(serial, 8)}0`],
  [
    'grouped phone numbers of Colombia',
    (serial) => `+57 310 ${pad(serial % 1000, 3)} ${pad(serial % 10_000, 4)}`,
  ],
  ['phone numbers of Germany', (serial) => `+49151${pad(serial, 8)}`],
  ['phone numbers of Brazil', (serial) => `+55 11 9${pad(serial % 10_000, 4)}-${pad(serial % 9_999, 4)}`],
  ['phone numbers of the United States', (serial) => `1 (212) 555-${pad(serial % 10_000, 4)}`],
  ['British barcodes', (serial) => withGtinCheckDigit(`5010${pad(serial, 8)}`)],
  ['Danish barcodes', (serial) => withGtinCheckDigit(`5702${pad(serial, 8)}`)],
  ['Chinese barcodes', (serial) => withGtinCheckDigit(`6901${pad(serial, 8)}`)],
  ['American barcodes', (serial) => withGtinCheckDigit(`611${pad(serial, 8)}`)],
  ['IP addresses with ports', (serial) => `192.168.${serial % 256}.${(serial >> 8) % 256}:8080`],
  ['device numbers', (serial) => complete(`356938${pad(serial, 8)}`)],
  ['IDs of social networks', (serial) => `10158${pad(serial, 8)}0000`],
  ['French company numbers', (serial) => complete(`50${pad(serial, 8)}001`.padEnd(13, '0'))],
  ['sizes', (serial) => `${serial % 5000}x${serial % 3000}x${serial % 2000} mm`],
  ['tracking numbers', (serial) => `00340434${pad(serial, 8)}0000`],
  ['transaction IDs', (serial) => `trx_01m7xwrs5x3y4m${pad(serial, 8)}wd8ppsqf`],
])('%s contain no card number', (_name, format) => {
  const texts = serials.map((serial, i) => format(serial, everyMinute[i]!));
  expect(texts.filter((text) => containsCardNumber(text))).toEqual([]);
});

test('product numbers next to barcodes are no card number', () => {
  for (const [i, serial] of serials.entries()) {
    const barcode = withGtinCheckDigit(`5702${pad(serial, 8)}`);
    for (const name of [
      `LEGO ${42_000 + (i % 999)}`,
      `LEGO ${60_000 + (i % 999)}`,
      `Size ${i % 99}`,
      `Set ${4_000 + i}`,
    ])
      expect(formCardNumber([name, barcode]), `${name} ${barcode}`).toBe(false);
  }
});

test.each([
  [12, 1 / 125],
  [13, 1 / 60],
  [14, 1 / 150],
  [15, 1 / 50],
  [16, 1 / 22],
])('few random numbers of %s digits look like one', (length, share) => {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  const texts = Array.from({ length: 20_000 }, () =>
    `${pad(next() % 1e8, 8)}${pad(next() % 1e8, 8)}${next() % 9}`.slice(0, length),
  );
  expect(texts.filter((text) => containsCardNumber(text)).length / texts.length).toBeLessThan(share);
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
  // Characters at which a pattern can start: scanning to the end from each would take seconds. Zeros pass Luhn's check
  // in every place.
  for (const sign of [
    '0 ',
    '0.',
    '00 ',
    '-',
    '1-',
    '1',
    'a',
    'a-',
    ' ',
    '1 ',
    '- ',
    '\u200b',
    '٤',
    '12345678-',
    '%41',
  ])
    for (const end of ['', 'z', '\u{1f600}']) {
      const text = sign.repeat(60_000 / sign.length) + end;
      const startTime = performance.now();
      expect(containsCardNumber(text)).toBe(false);
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
        expect(containsCardNumber(`https://shop.example/back?to=${written}&x=1`), written).toBe(true);
  }
  for (const fine of [
    'https://shop.example/%',
    'https://shop.example/%zz%ff%C3?a=%25',
    `https://shop.example/${every('order 1001')}`,
    'https://shop.example/40723836-1463-4025-ba79-08a7ee582fd2',
  ])
    expect(containsCardNumber(fine), fine).toBe(false);
});

test.each(['req_01kedcrk81c61j81xys4683sb791546012yj', 'req_01kf45r5023250z60312e5gapjv8b8erxfac'])(
  'the random ID %s contains none, although its digits would form one',
  (id) => expect(containsCardNumber(id)).toBe(false),
);

test.each([
  (n: number) => `302-${1_795_800_000_000 + n * 977}`,
  (n: number) => `${400 + (n % 100)}-${1_795_800_000_000 + n * 977}`,
  (n: number) => `${40_000_000 + n * 7_919}-20261127`,
  (n: number) => `order-${4_000 + n}-2026-11-27-1`,
  (n: number) => `sub_${52_000 + n}_20261127_001`,
  (n: number) => `inv/${510_000 + n}/2026/11/27/01`,
  (n: number) => `${401_200 + n}.${1_795_800_000 + n * 31}`,
  (n: number) => `order-30112026${formatTime(n)}`,
  (n: number) => `30-11-2026-${formatTime(n)}`,
  (n: number) => `30.05.2026 ${formatTime(n).replaceAll(/\d\d(?=\d)/g, '$&:')}`,
  (n: number) => `30112026-${100_000 + n}`,
])('a number next to a date or a time contains none: %s', (build) => {
  for (let n = 0; n < 1_000; n++) expect(containsCardNumber(build(n)), build(n)).toBe(false);
});

/** A time of day such as 090008. */
const formatTime = (seconds: number) =>
  new Date(seconds * 83_000).toISOString().slice(11, 19).replaceAll(':', '');

test('a card number next to a date or a time is found', () => {
  const others = ['20261127', '2026-11-27', '30112026', '30.11.2026', '30112026090008', '1795800000'];
  for (const other of [...others, '1795800000000'])
    for (const separator of ['-', ' ', '/'])
      for (const number of ['4242424242424242', '4242-4242-4242-4242', '3782 822463 10005'])
        for (const text of [`${other}${separator}${number}`, `${number}${separator}${other}`])
          expect(containsCardNumber(text), text).toBe(true);
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

test.each(['trx_01m8a6tk7n5x4jer6px1ge2bcw0mp4jec5g2-0', 'trx_01m8a6ty7x0zk7h9b7hsx4g8e1twa0n7t4hk-17'])(
  'one of our IDs, such as in %s, is no card number',
  (text) => {
    expect(containsCardNumber(text)).toBe(false);
    expect(containsCardNumber(`${text} 4242424242424242`)).toBe(true);
    expect(containsCardNumber('trx_4242424242424242')).toBe(true);
  },
);
