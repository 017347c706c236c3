import { z } from '@hono/zod-openapi';
import { countryName } from '~/merchants/applications/questions/country-names';
import { formCardNumber } from '~/platform/cards/card-numbers';
import { getMaximumAmount, maximumAmount } from '~/platform/money/currencies';
import {
  AmountSchema,
  buildMaximumMessage,
  buildMinimumMessage,
  CurrencySchema,
  cardNumberFault,
  EmailSchema,
  ImageUrlSchema,
  PhoneSchema,
  createListedCodeSchema,
  createMinorUnitsSchema,
  createNameSchema,
  createTextSchema,
  whenValid,
} from './fields';

const CountrySchema = createListedCodeSchema((code) => countryName(code) !== undefined, {
  error: 'must be an ISO 3166-1 alpha-2 country code',
}).openapi({
  type: 'string',
  minLength: 2,
  maxLength: 2,
  pattern: '^[A-Za-z]{2}$',
  description: 'ISO 3166-1 alpha-2 country code, or `XK` for Kosovo.',
  example: 'DE',
});

const PastDateSchema = z.iso
  .date('must be a date such as 1990-12-31')
  .refine((date) => date < new Date().toISOString().slice(0, 10), 'must be in the past')
  .openapi({ description: 'Date of birth, in the past.', example: '1990-12-31' });

/** Spec 2.3. No field is required, but every given field must be valid (decisions: Formats). */
const CardHolderSchema = z
  .strictObject({
    first_name: createTextSchema(100).optional(),
    middle_name: createTextSchema(100).optional(),
    last_name: createTextSchema(100).optional(),
    dob: PastDateSchema.optional(),
    email: EmailSchema.optional(),
    phone: PhoneSchema.optional(),
    address_1: createTextSchema(200).optional(),
    address_2: createTextSchema(200).optional(),
    postal_code: createTextSchema(20).optional(),
    city: createTextSchema(100).optional(),
    state: createTextSchema(100).optional(),
    country: CountrySchema.optional(),
  })
  .openapi('CardHolder', { description: 'The payer. All members are optional.' });

const signedAmountSchema = createMinorUnitsSchema(-maximumAmount, maximumAmount);

const OrderItemSchema = z
  .strictObject({
    name: createNameSchema(200),
    quantity: z
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(99_999, 'must be at most 99999')
      .default(1),
    unit_price: signedAmountSchema.openapi({
      description: `Smallest currency unit. Negative for a discount. \`unit_price\` × \`quantity\` must be from -${maximumAmount} to ${maximumAmount}.`,
      example: 1250,
    }),
    sku: createTextSchema(100).optional(),
    description: createTextSchema(500).optional(),
    image_url: ImageUrlSchema.optional(),
    tax_amount: signedAmountSchema.optional().openapi({ description: 'The line’s tax.' }),
    total_amount: signedAmountSchema
      .optional()
      .openapi({ description: 'The line’s total. Defaults to quantity times unit price.' }),
  })
  .refine(
    ({ name, sku, description }) =>
      !formCardNumber([name, sku, description].filter((text) => text !== undefined)),
    { ...cardNumberFault, ...whenValid('name', 'sku', 'description') },
  )
  // The checkout shows the line's total, which has to be exact.
  .refine(({ quantity, unit_price: price }) => quantity * price <= maximumAmount, {
    path: ['unit_price'],
    error: `${buildMaximumMessage(maximumAmount)} when multiplied by the quantity`,
    params: { code: 'too_big' },
    ...whenValid('quantity', 'unit_price'),
  })
  .refine(({ quantity, unit_price: price }) => quantity * price >= -maximumAmount, {
    path: ['unit_price'],
    error: `${buildMinimumMessage(-maximumAmount)} when multiplied by the quantity`,
    params: { code: 'too_small' },
    ...whenValid('quantity', 'unit_price'),
  })
  .openapi('OrderItem', { description: 'One line of the order. The checkout shows it.' });

const PricedOrderSchema = z.object({ order_amount: z.number(), order_currency: CurrencySchema });

/**
 * Reports an amount above the maximum of its currency, together with all other errors. Its message comes before that of
 * the amount's own schema, which only has the maximum of all currencies.
 */
function checkMaximumAmount(order: unknown, { issues }: z.core.$RefinementCtx) {
  const { data } = PricedOrderSchema.safeParse(order);
  const maximum = data ? getMaximumAmount(data.order_currency) : Infinity;
  if (Number.isInteger(data?.order_amount) && data!.order_amount > maximum)
    issues.unshift({
      code: 'too_big',
      origin: 'int',
      maximum,
      message: buildMaximumMessage(maximum),
      path: ['order_amount'],
      input: data!.order_amount,
    });
}

/** Spec 2.3. */
export const OrderSchema = z
  .strictObject({
    order_id: createNameSchema(255).optional().openapi({
      description: 'Your order ID. Several payments can share one.',
      example: 'order-1001',
    }),
    order_amount: AmountSchema.openapi({
      description:
        'Smallest currency unit: 1250 is 12.50 USD. The maximum depends on the currency: 99999999 for most, more for currencies with a low value. The guide “Amounts and currencies” lists it.',
    }),
    order_currency: CurrencySchema,
    order_items: z.array(OrderItemSchema).max(200, 'must contain at most 200 items').optional(),
    card_holder: CardHolderSchema.optional(),
  })
  .superRefine(checkMaximumAmount, { when: () => true })
  .openapi('Order', {
    description:
      'The order. If the items don’t add up to `order_amount`, the checkout shows the difference as an adjustment.',
  });
