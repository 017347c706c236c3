import { expect, test } from 'vitest';
import { z } from '@hono/zod-openapi';
import { AmountSchema, CurrencySchema } from './fields';
import { buildFieldErrors } from './validation';

const parseAmount = (input: unknown) => z.strictObject({ amount: AmountSchema }).safeParse(input);

test.each([
  [{ amount: '100' }, 'wrong_type', 'must be an integer in the smallest currency unit'],
  [{ amount: 1.5 }, 'wrong_type', 'must be an integer in the smallest currency unit'],
  [{ amount: null }, 'wrong_type', 'must be an integer in the smallest currency unit'],
  [{ amount: 0 }, 'too_small', 'must be 1 or more'],
  [{ amount: -(2 ** 53) }, 'too_small', 'must be 1 or more'],
  [{ amount: 2 ** 53 }, 'too_big', 'must be at most 999999999999'],
  [{}, 'required', 'is required'],
])('the amount in %j is %s: %s', (body, code, message) => {
  expect(buildFieldErrors(parseAmount(body).error!)).toEqual({
    errors: [{ field: 'amount', code, message }],
  });
});

test.each(['USD', 'usd', 'Usd'])('%s is a currency', (code) => {
  expect(CurrencySchema.parse(code)).toBe('USD');
});

// The last two become IDR and ARS in uppercase.
test.each(['XXQ', 'US', 'USDX', 'XUSD', 'US ', '', '123', '\u0131dr', 'ar\u017f'])(
  "%j isn't a currency",
  (code) => {
    const { error } = CurrencySchema.safeParse(code);
    expect(buildFieldErrors(error!)).toEqual({
      errors: [
        {
          field: '',
          code: 'unknown_currency',
          message: expect.stringMatching(/^must be one of the currencies at http.*\/docs\/currencies$/),
        },
      ],
    });
  },
);
