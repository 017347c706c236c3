import { domainToASCII } from 'node:url';
import { z } from '@hono/zod-openapi';
import { containsCardNumberWithin } from '~/platform/cards/card-numbers';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { isCurrency, maximumAmount } from '~/platform/money/currencies';
import { hasVisibleCharacter } from '~/platform/text/line-input';
import { missingMessage, wrongTypeMessage } from './validation';

// Shared schemas. Each one validates, defines the type, and appears in OpenAPI.

export const cardNumberFault = {
  error: 'looks like a card number, which is allowed only in card.pan',
  params: { code: 'card_number_refused' },
};

/**
 * Applies a rule about several members only if those members are valid. Errors in other members don't suppress it, so that one
 * response lists all errors. Only a number with a fraction does, because zod stops there.
 */
export const whenValid = (...names: string[]) => ({
  when: ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !issues.some(({ path }) => names.includes(String(path?.[0]))),
});

/**
 * Merchants' text is stored and shown, so it can't contain a card number (threat T15).
 * @param maximum the schema's own, in characters
 */
export const withoutCardNumber = <S extends z.ZodType<string>>(maximum: number, schema: S): S =>
  schema.refine((value) => !containsCardNumberWithin(value, maximum), cardNumberFault);

/** A merchant's free text. */
export const createTextSchema = (maximum: number) =>
  withoutCardNumber(
    maximum,
    z
      .string()
      .max(maximum, `must be at most ${maximum} characters`)
      .refine((value) => !/\p{Cs}/u.test(value), 'must be valid Unicode')
      // These include line breaks and characters that change the reading direction of adjacent text.
      .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(value), {
        error: 'must not contain control characters',
        params: { code: 'control_character' },
      }),
  );

const maximumEmailLength = 254;

export const EmailSchema = withoutCardNumber(
  maximumEmailLength,
  z
    .string()
    .overwrite(toAsciiDomain)
    .check(z.email('must be an email address'), z.maxLength(maximumEmailLength)),
);

/** As browsers do in a field for an email address: ada@müller.de becomes ada@xn--mller-kva.de. */
function toAsciiDomain(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (/^\p{ASCII}*$/u.test(domain)) return email;
  return email.slice(0, -domain.length) + (domainToASCII(domain) || domain);
}

export const PhoneSchema = withoutCardNumber(
  16,
  z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be an E.164 phone number, such as +4930123456'),
).openapi({
  description: 'A phone number in E.164 format, such as +4930123456.',
  example: '+4930123456',
});

const maximumImageUrlLength = 2048;

export const ImageUrlSchema = withoutCardNumber(
  maximumImageUrlLength,
  z
    .url({ protocol: /^https$/, error: 'must be an HTTPS URL' })
    .max(maximumImageUrlLength)
    .refine((url) => !/^https:\/\/[^/?#]*@/i.test(url), 'must not contain a username or password'),
).openapi({
  description:
    'The HTTPS URL of a JPEG, PNG, WebP, or GIF of up to 2 MB. The checkout shows it as a thumbnail, which we load and serve ourselves. The guide “Hosted checkout” lists the requirements.',
  example: 'https://shop.example/images/tea.jpg',
});

const createNonBlankSchema = (maximum: number) =>
  createTextSchema(maximum).min(1, 'must not be empty').regex(/\S/, 'must not be blank');

/** Text that people search for, or that is a page's title. */
export const createNameSchema = (maximum: number) =>
  createNonBlankSchema(maximum).refine(hasVisibleCharacter, 'must not be blank');

/** An identifier that the merchant chooses. */
const MerchantIdSchema = createNonBlankSchema(255).refine((value) => !/\p{Cf}/u.test(value), {
  error: 'must not contain invisible characters',
  params: { code: 'control_character' },
});

export const ExternalIdSchema = MerchantIdSchema.openapi({
  description:
    'Your own unique identifier for this request. A retry with the same identifier returns the first response and has no further effect.',
  example: 'order-1001',
});

export const CustomerIdSchema = MerchantIdSchema.openapi({
  description: 'Your own ID of the customer.',
  example: 'customer-7',
});

/** An absent member is reported as required, whatever its schema says. */
export const createTypeMessage = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? undefined : message;

/** One of several fixed values. */
export const enumOf = <const W extends readonly string[]>(options: W) =>
  z.enum(options, {
    error: ({ input }) =>
      input === undefined ? missingMessage : typeof input === 'string' ? undefined : wrongTypeMessage,
  });

export const buildMaximumMessage = (maximum: number) => `must be at most ${maximum}`;
export const buildMinimumMessage = (minimum: number) => `must be ${minimum} or more`;

/**
 * Beyond 2^53, zod reports a number as too big before it checks the maximum, so both use the same message.
 */
export const createMinorUnitsSchema = (minimum: number, maximum: number) => {
  const [minimumMessage, maximumMessage] = [buildMinimumMessage(minimum), buildMaximumMessage(maximum)];
  const typeMessage = createTypeMessage('must be an integer in the smallest currency unit');
  return z
    .int({
      error: (issue) =>
        issue.code === 'too_big'
          ? maximumMessage
          : issue.code === 'too_small'
            ? minimumMessage
            : typeMessage(issue),
    })
    .min(minimum, minimumMessage)
    .max(maximum, maximumMessage)
    .openapi({ format: 'int64' });
};

export const AmountSchema = createMinorUnitsSchema(1, maximumAmount).openapi({
  description: 'Smallest currency unit: 1250 is 12.50 USD.',
  example: 1250,
});

/** A code of a list, in any case. It leaves the schema in uppercase. */
export const createListedCodeSchema = (
  isListed: (code: string) => boolean,
  fault: { error: string | (() => string); params?: { code: string } },
) =>
  z
    .string()
    // Checked before uppercasing: ı and ſ become I and S.
    .refine((code) => /^[A-Za-z]+$/.test(code) && isListed(code.toUpperCase()), fault)
    .transform((code) => code.toUpperCase());

export const CurrencySchema = createListedCodeSchema(isCurrency, {
  error: () => `must be one of the currencies at ${buildPortalUrl('/docs/currencies')}`,
  params: { code: 'unknown_currency' },
}).openapi({
  type: 'string',
  minLength: 3,
  maxLength: 3,
  pattern: '^[A-Za-z]{3}$',
  description: 'ISO 4217 code, in uppercase or lowercase.',
  example: 'USD',
});

export const ReasonSchema = createTextSchema(255)
  .optional()
  .openapi({ description: 'Your reason for the operation. The portal shows it.' });

export const TransactionIdSchema = z.string().openapi({
  param: { name: 'trx_id', in: 'path', description: 'The transaction ID: `trx_…`.' },
  example: 'trx_01m7xwrs5x3y4mxwd8ppsqfdgw7sm0k6pszg',
});
