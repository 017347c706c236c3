import { z } from '@hono/zod-openapi';
import { merchantReasons } from '~/acquirers/saved-card';
import { newTransaction } from '~/api/description/examples';
import {
  getSecurityCodeLength,
  isCardExpired,
  parseCardNumber,
  parseExpiry,
} from '~/payments/checkout/cards';
import { Secret } from '~/platform/secrets/secret';
import { createTextSchema, enumOf, whenValid } from './fields';
import { besideCardTokenMessage } from './unknown-field';

/** Reports an invalid value while it's transformed. */
function reject(context: z.RefinementCtx, code: string, message: string): never {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
}

/**
 * An expired card is reported next to other faults. On its own, it's no fault of a replay, so createTransaction
 * reports it.
 */
export const reportExpiryWithOtherFaults = (path: string[]) => ({
  error: 'is in the past',
  path,
  params: { code: 'card_expired' },
  when: ({ issues }: { issues: readonly unknown[] }) => issues.length > 0,
});
export const ExpiredCardSchema = z.object({
  expiry: z.object({ month: z.int(), year: z.int() }).refine((expiry) => isCardExpired(expiry)),
});

const securityCodePattern = /^\d{3,4}$/;

/** Spec 2.4. The card number and security code leave this schema as objects that don't print their values. */
export const CardInputSchema = z
  .strictObject({
    pan: z
      .string()
      .transform((pan, context) => {
        const digits = parseCardNumber(pan);
        return digits
          ? new Secret(digits)
          : reject(context, 'invalid_card_number', 'isn’t a valid card number');
      })
      .openapi({
        type: 'string',
        // The check digit can't be expressed here.
        pattern: '^[ -]*\\d([ -]*\\d){11,18}[ -]*$',
        writeOnly: true,
        description:
          'The card number: 12 to 19 digits with a valid check digit. Spaces and dashes are allowed.',
        example: '4242424242424242',
      }),
    code: z
      .string()
      .regex(securityCodePattern, 'must be 3 or 4 digits')
      .transform((code) => new Secret(code))
      .optional()
      .openapi({
        type: 'string',
        pattern: securityCodePattern.source,
        writeOnly: true,
        description: 'The security code: 4 digits for American Express, 3 for other brands. Never stored.',
        example: '123',
      }),
    expiry: z
      .string()
      .transform((expiry, context) => {
        return (
          parseExpiry(expiry) ??
          reject(context, 'invalid_expiry', 'must be a date such as 12/30, 12/2030, or 2030-12')
        );
      })
      .openapi({
        type: 'string',
        // Spaces are ignored.
        pattern: '^\\s*\\d(\\s*([\\/-]\\s*)?\\d){2,5}\\s*$',
        description:
          'MM/YY, MM/YYYY, MMYY, MMYYYY, or YYYY-MM. Valid through the last day of the month. The API sets no latest date. To catch typing errors, the hosted checkout accepts dates up to 25 years ahead.',
        example: '12/30',
      }),
    name: createTextSchema(100)
      .optional()
      .openapi({ description: 'The name on the card.', example: 'Ada Example' }),
  })
  .superRefine(
    ({ pan, code }, context) => {
      if (!code) return;
      const digits = getSecurityCodeLength(pan.reveal());
      if (code.reveal().length !== digits)
        context.addIssue({
          code: 'custom',
          path: ['code'],
          message: `must be ${digits} digits for this card`,
        });
    },
    whenValid('pan', 'code'),
  )
  // This rule runs last because it depends on whether there are other errors.
  .refine((card) => !ExpiredCardSchema.safeParse(card).success, reportExpiryWithOtherFaults(['expiry']))
  .openapi('Card', { title: 'Card data' });

const maximumTokenLength = 64;

/** A card saved on the hosted page. An invalid token gets the same error as an unknown one. */
export const CardTokenInputSchema = z
  .strictObject(
    {
      token: z.string().max(maximumTokenLength, `must be at most ${maximumTokenLength} characters`).openapi({
        description: 'A card token of your account in this environment: `tok_…`.',
        example: newTransaction.pay_with_a_card_token.card.token,
      }),
      initiator: enumOf(['payer', 'merchant']).optional().openapi({
        description:
          '`payer` (the default) if the payer is present, or `merchant` if you charge the card without them.',
      }),
      reason: enumOf(merchantReasons).optional().openapi({
        description: 'The reason the payer agreed to. Required if `initiator` is `merchant`.',
      }),
    },
    besideCardTokenMessage,
  )
  .superRefine(
    ({ initiator, reason }, context) => {
      const issue = (code: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['reason'], message, params: { code } });
      if (initiator === 'merchant' && !reason) issue('required', 'is required if initiator is merchant');
      if (initiator !== 'merchant' && reason)
        issue('unknown_field', 'is allowed only if initiator is merchant');
    },
    whenValid('initiator', 'reason'),
  )
  .openapi('CardTokenInput', { title: 'Card token' });
