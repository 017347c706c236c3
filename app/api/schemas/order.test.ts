import { expect, onTestFinished, test, vi } from 'vitest';
import { OrderSchema } from './order';
import { buildFieldErrors } from './validation';

const parseHolder = (card_holder: object) =>
  OrderSchema.safeParse({ order_amount: 100, order_currency: 'EUR', card_holder });

test.each([
  ['DE', 'DE'],
  ['de', 'DE'],
  ['gB', 'GB'],
])('the country %s is stored as %s', (input, country) => {
  expect(parseHolder({ country: input }).data!.card_holder).toEqual({ country });
});

// UK, the unions, former countries, and the codes for unknown and pseudo regions have names in Unicode's
// region data, but aren't in ISO 3166-1. The last two become IT and US in uppercase.
test.each([
  ...['UK', 'EU', 'UN', 'SU', 'YU', 'ZZ', 'XA', 'QQ', 'D', 'DEU', 'XDE', '276', ''],
  ...['\u0131t', 'u\u017f'],
])("%j isn't a country", (country) => {
  expect(buildFieldErrors(parseHolder({ country }).error!)).toEqual({
    errors: [
      {
        field: 'card_holder.country',
        code: 'invalid_value',
        message: 'must be an ISO 3166-1 alpha-2 country code',
      },
    ],
  });
});

test('a payer was born before today began, in UTC', () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(parseHolder({ dob: '2026-02-28' }).data!.card_holder).toEqual({ dob: '2026-02-28' });
  for (const dob of ['2026-03-01', '2026-03-02', '2999-12-31'])
    expect(buildFieldErrors(parseHolder({ dob }).error!)).toEqual({
      errors: [{ field: 'card_holder.dob', code: 'invalid_value', message: 'must be in the past' }],
    });
});

test('the total of a line is exact', () => {
  const parseItem = (item: object) =>
    OrderSchema.safeParse({
      order_amount: 100,
      order_currency: 'IDR',
      order_items: [{ name: 'Rice', ...item }],
    });
  for (const [sign, code, message] of [
    [1, 'too_big', 'must be at most 999999999999 when multiplied by the quantity'],
    [-1, 'too_small', 'must be -999999999999 or more when multiplied by the quantity'],
  ] as const) {
    expect(parseItem({ quantity: 3, unit_price: sign * 333_333_333_333 }).success).toBe(true);
    expect(
      buildFieldErrors(parseItem({ quantity: 99_999, unit_price: sign * 999_999_999_999 }).error!),
    ).toEqual({ errors: [{ field: 'order_items.0.unit_price', code, message }] });
  }
});
