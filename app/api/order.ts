import { z } from '@hono/zod-openapi';
import { maximumAmount } from '~/platform/money';
import { Amount, Currency, Email, ImageUrl, Phone, minorUnits, text } from './fields';

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const Country = z
  .string()
  .refine((code) => /^[A-Za-z]{2}$/.test(code) && regions.of(code.toUpperCase()) !== undefined, {
    error: 'must be a country code of ISO 3166-1, two letters',
  })
  .transform((code) => code.toUpperCase())
  .openapi({
    type: 'string',
    minLength: 2,
    maxLength: 2,
    description: 'ISO 3166-1, two letters.',
    example: 'DE',
  });

const PastDate = z.iso
  .date('must be a date such as 1990-12-31')
  .refine((date) => new Date(date) < new Date(), 'must lie in the past')
  .openapi({ description: 'Date of birth, in the past.', example: '1990-12-31' });

/** Spec 2.3. No field is required; what is given must be right (decisions: Formats). */
const CardHolder = z
  .strictObject({
    first_name: text(100).optional(),
    middle_name: text(100).optional(),
    last_name: text(100).optional(),
    dob: PastDate.optional(),
    email: Email.optional(),
    phone: Phone.optional(),
    address_1: text(200).optional(),
    address_2: text(200).optional(),
    postal_code: text(20).optional(),
    city: text(100).optional(),
    state: text(100).optional(),
    country: Country.optional(),
  })
  .openapi('CardHolder', { description: 'Who pays. No member is required.' });

const signedUnits = minorUnits(-maximumAmount, maximumAmount);

const OrderItem = z
  .strictObject({
    name: text(200).min(1, 'must not be empty'),
    quantity: z
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(99_999, 'must be at most 99999')
      .default(1),
    unit_price: signedUnits.openapi({
      description: 'Smallest currency unit; negative for a discount.',
      example: 1250,
    }),
    sku: text(100).optional(),
    description: text(500).optional(),
    image_url: ImageUrl.optional(),
    tax_amount: signedUnits.optional().openapi({ description: 'Tax of the line.' }),
    total_amount: signedUnits
      .optional()
      .openapi({ description: 'The line’s total. Absent: quantity times unit price.' }),
  })
  .openapi('OrderItem', { description: 'One line of the order, as the checkout shows it.' });

/** Spec 2.3. */
export const Order = z
  .strictObject({
    order_id: text(255).min(1, 'must not be empty').optional().openapi({
      description: 'Your order’s id. Several payments may carry the same one.',
      example: 'order-1001',
    }),
    order_amount: Amount,
    order_currency: Currency,
    order_items: z.array(OrderItem).max(200, 'must hold at most 200 items').optional(),
    card_holder: CardHolder.optional(),
  })
  .openapi('Order', {
    description:
      'What is paid for. When the items do not add up to `order_amount`, the checkout shows the difference as an adjustment.',
  });
