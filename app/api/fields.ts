import { z } from '@hono/zod-openapi';
import { addressHoldsCardNumber, holdsCardNumber } from '~/platform/card-numbers';
import { isCurrency, maximumAmount } from '~/platform/money';
import { missing } from './validation';

// Shapes that several resources share. A schema here validates, gives the type, and is what OpenAPI shows.

/** Whatever a merchant writes is stored and shown, so it may hold no card number (threat T15). */
const withoutCardNumber = <S extends z.ZodType<string>>(
  schema: S,
  holds = (value: string) => holdsCardNumber(value),
): S =>
  schema.refine((value) => !holds(value), {
    error: 'looks like a card number, which may only stand in card.pan',
    params: { code: 'card_number_refused' },
  });

/** Free text a merchant writes. */
export const text = (maximum: number) =>
  withoutCardNumber(
    z
      .string()
      .max(maximum, `must be at most ${maximum} characters`)
      .refine((value) => !/\p{Cs}/u.test(value), 'must be well-formed text')
      // Among them those that end a line, or turn the reading direction of what stands beside them.
      .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(value), {
        error: 'must not hold control characters',
        params: { code: 'control_character' },
      }),
  );

export const Email = withoutCardNumber(z.email('must be an e-mail address').max(254));

export const Phone = withoutCardNumber(
  z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a phone number of E.164, such as +4930123456'),
).openapi({
  description: 'E.164: a plus sign, the country’s code, the number, without spaces.',
  example: '+4930123456',
});

export const ImageUrl = withoutCardNumber(
  z.url({ protocol: /^https$/, error: 'must be an https address' }).max(2048),
  addressHoldsCardNumber,
).openapi({ description: 'An https address.' });

const required = (schema: z.ZodString) => schema.min(1, 'must not be empty');

export const ExternalId = required(text(255))
  .regex(/\S/, 'must not be blank')
  .refine((value) => !/\p{Cf}/u.test(value), {
    error: 'must not hold characters that cannot be seen',
    params: { code: 'control_character' },
  })
  .openapi({
    description:
      'Your own identifier of this request, unique for ever. Sending it again returns the first reply and does nothing again.',
    example: 'order-1001',
  });

/** An absent member is reported as required, whatever else its schema would say. */
const unlessMissing = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? undefined : message;

/** One of some words. */
export const oneOf = <const W extends readonly string[]>(words: W) =>
  z.enum(words, { error: ({ input }) => (input === undefined ? missing : undefined) });

/** Beyond 2^53 zod finds a number too big before it looks at the maximum, so both are told in the same words. */
export const minorUnits = (minimum: number, maximum: number) => {
  const [least, most] = [`must be ${minimum} or more`, `must be at most ${maximum}`];
  const ofAny = unlessMissing('must be a whole number of the smallest currency unit');
  return z
    .int({
      error: (issue) => (issue.code === 'too_big' ? most : issue.code === 'too_small' ? least : ofAny(issue)),
    })
    .min(minimum, least)
    .max(maximum, most);
};

export const Amount = minorUnits(1, maximumAmount).openapi({
  description: 'Smallest currency unit: 1250 is 12.50 USD.',
  example: 1250,
});

export const Currency = z
  .string()
  // Looked at before it is put in capitals: those of ı and ſ are I and S.
  .refine((code) => /^[A-Za-z]{3}$/.test(code) && isCurrency(code.toUpperCase()), {
    error: 'must be a currency code of ISO 4217',
    params: { code: 'unknown_currency' },
  })
  .transform((code) => code.toUpperCase())
  .openapi({
    type: 'string',
    minLength: 3,
    maxLength: 3,
    description: 'ISO 4217, in capital or small letters.',
    example: 'USD',
  });

export const Reason = text(255)
  .optional()
  .openapi({ description: 'Why, in your words; the portal shows it on the operation.' });

export const TransactionId = z.string().openapi({
  param: { name: 'trx_id', in: 'path', description: 'The transaction’s id: `trx_…`.' },
  example: 'trx_01m7xwrs5x3y4mxwd8ppsqfdgw7sm0k6pszg',
});
