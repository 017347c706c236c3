import { expect, test } from 'vitest';
import { detectNewExpiry } from './saved-card';

const sent = { month: 6, year: 2030 };

test.each([[{ month: 7, year: 2030 }], [{ month: 1, year: 2031 }], [{ month: 6, year: 2060 }]])(
  'a later date is that of a new card: %o',
  (reported) => {
    expect(detectNewExpiry(sent, reported)).toEqual({ newExpiry: reported });
  },
);

test.each([
  [sent],
  [{ month: 5, year: 2030 }],
  [{ month: 12, year: 2029 }],
  [{ month: 7, year: 2060 }],
  [{ month: 0, year: 2031 }],
  [{ month: 13, year: 2031 }],
  [{ month: 1.5, year: 2031 }],
  [{ month: 1, year: Number.NaN }],
  [undefined],
])('the same, an earlier, or an impossible date changes nothing: %o', (reported) => {
  expect(detectNewExpiry(sent, reported)).toEqual({});
});

test('without a date that we sent, nothing is compared', () => {
  expect(detectNewExpiry(undefined, { month: 7, year: 2030 })).toEqual({});
});
