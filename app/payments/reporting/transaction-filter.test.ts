import { expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import { buildListPath, emptyFilter, parseFilter, toFilterQuery } from './transaction-filter';

const parse = (query: Record<string, string>) => parseFilter(new URLSearchParams(query));
const none = emptyFilter;

test('a lowest amount above the highest one has an error, and limits only from below', () => {
  const { filter, problems } = parse({ min: '50', max: '10' });
  expect(problems).toEqual({ max: 'Enter an amount that isn’t below the minimum' });
  expect(filter).toMatchObject({ min: '50' });
  expect(filter.max).toBeUndefined();
  expect(parse({ min: 'EUR 50', max: 'USD 99' }).problems).toEqual(problems);
  // 42.5 is between them in euros, and no amount of yen is.
  for (const [min, max] of [
    ['50', '50'],
    ['10', '50'],
    ['42.1', '42.9'],
    ['42', 'EUR 50'],
    ['42.4', 'JPY 43'],
  ])
    expect(parse({ min: min!, max: max! }).problems).toEqual({});
  expect(parse({ min: '42.4', max: 'JPY 42' }).problems).toEqual(problems);
  expect(parse({ min: 'JPY 43', max: '42.6' }).problems).toEqual(problems);
  expect(parse({ min: 'much', max: '5' }).problems).toEqual({ min: 'Enter an amount such as 42.00' });
});

test('a filter is normalized, however it was typed', () => {
  const query = {
    search: ' order 7 ',
    status: 'declined',
    type: 'refund',
    refund: 'partial',
    from: ' 2026-11-01 ',
    to: ' 2026-11-02 ',
    min: ' 42 ',
    max: ' 50.00 ',
    currency: ' eur ',
    brand: ' VISA ',
    by: ' checkout ',
    hold: ' ending ',
  };
  const input = {
    // Whitespace can be part of an external_id.
    search: ' order 7 ',
    from: '2026-11-01',
    to: '2026-11-02',
    min: '42',
    max: '50.00',
    currency: 'EUR',
    brand: 'visa',
    by: 'checkout',
    hold: 'ending',
  };
  const filter = { ...input, status: ['DECLINED'], type: ['REFUND'], refund: ['PARTIAL'] };
  expect(parse(query)).toEqual({ filter, problems: {}, input, cardNumber: false });
});

test('the URL of the list has the filter and the position', () => {
  const { filter } = parse({ status: 'declined', currency: 'eur', refund: 'full' });
  expect(buildListPath(filter, { before: 'trx_7' })).toBe(
    '/transactions?currency=EUR&status=DECLINED&refund=FULL&before=trx_7',
  );
});

test('empty and blank fields filter nothing', () => {
  for (const blank of ['', ' ']) {
    const query = {
      search: blank,
      from: blank,
      min: blank,
      currency: blank,
      brand: blank,
      by: blank,
      hold: blank,
    };
    expect(parse(query)).toEqual({ filter: none, problems: {}, input: {}, cardNumber: false });
  }
  expect(parse({ status: '', type: '', refund: '' })).toEqual({
    filter: none,
    problems: {},
    input: {},
    cardNumber: false,
  });
});

test('invalid values filter nothing, and each has a message', () => {
  const input = {
    from: '2026-11-31',
    min: 'much',
    max: 'more',
    currency: 'EURO',
    brand: 'visum',
    by: createId('trx'),
    hold: 'starting',
    sort: 'newest',
  };
  expect(parse({ ...input, search: 'order-7', status: 'LOST', type: 'GIFT', refund: 'HALF' })).toEqual({
    filter: { ...none, search: 'order-7' },
    problems: {
      from: 'Enter a date such as 2026-11-22',
      min: 'Enter an amount such as 42.00',
      max: 'Enter an amount such as 42.00',
      currency: 'Enter a three-letter currency code, such as EUR',
      brand: 'Choose a card brand from the list',
      by: 'Choose an option from the list',
      hold: 'Use hold=ending, or leave hold out',
      sort: 'Use sort=oldest, or leave sort out',
      status: 'Choose each status from the list',
      type: 'Choose each type from the list',
      refund: 'Choose each refund from the list',
    },
    input: { ...input, search: 'order-7' },
    cardNumber: false,
  });
});

test('a filter by source takes the API, the checkout, or a person', () => {
  for (const by of ['api', 'checkout', createId('usr')])
    expect(parse({ by })).toEqual({
      filter: { ...none, by },
      problems: {},
      input: { by },
      cardNumber: false,
    });
});

test('a card number in any field discards the whole filter', () => {
  for (const name of ['search', 'min', 'other']) {
    const found = parse({ status: 'DECLINED', currency: 'EUR', [name]: '4532 0151 1283 0366' });
    expect(found).toEqual({ filter: none, problems: {}, input: {}, cardNumber: true });
    expect(toFilterQuery(found.filter)).toBe('');
  }
});

test('an amount that may be thousands is refused, unless its currency has three decimals', () => {
  const problem = 'This amount is ambiguous. Write it without a thousands separator';
  expect(parse({ min: '12.345' })).toMatchObject({
    filter: none,
    problems: { min: `${problem}, or choose a currency` },
  });
  expect(parse({ max: '12.345', currency: 'eur' }).problems).toEqual({ max: problem });
  expect(parse({ min: '12,345', max: '12.345', currency: 'KWD' }).problems).toEqual({
    min: 'This amount is ambiguous. Write it without a thousands separator',
  });
  expect(parse({ min: '12,345', max: '12345.67', currency: 'EUR' }).problems).toEqual({});
});
