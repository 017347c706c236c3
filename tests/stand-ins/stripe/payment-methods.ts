import { createHmac, randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { isLive, newStripeId, type Context, type StoredMethod } from './account-state';
import { refuseMissing, refuseParameter, StripeApiError, type StripeErrorFields } from './protocol/api-error';
import { isLuhnValid } from '../card-number';
import { brandOf, findCardBehavior } from './cards';

// Without a key, a fingerprint would reveal the number.
const fingerprintKey = randomBytes(32);

export const paymentMethodParameters = ['type', 'card', 'billing_details', 'metadata', 'expand'];

export function createPaymentMethod(
  context: Context,
  { type, card, billing_details, metadata }: Stripe.PaymentMethodCreateParams,
): Stripe.PaymentMethod {
  if (type !== 'card') throw refuseParameter(`The type ${type} isn't modeled.`, 'type');
  if (!card) throw refuseParameter('Missing required param: card.', 'card', 'parameter_missing');
  const { number, exp_month, exp_year, cvc } = card as Stripe.PaymentMethodCreateParams.Card;
  if (number === undefined)
    throw refuseParameter('Missing required param: card[number].', 'card[number]', 'parameter_missing');
  if (exp_month === undefined)
    throw refuseParameter('Missing required param: card[exp_month].', 'card[exp_month]', 'parameter_missing');
  if (exp_year === undefined)
    throw refuseParameter('Missing required param: card[exp_year].', 'card[exp_year]', 'parameter_missing');
  checkCard(context, number, exp_month, exp_year, cvc);
  const behavior = findCardBehavior(number, context.settings.cards);
  if (!behavior && !isLive(context))
    throw refuseCard('card_declined', 'number', {
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  const object = {
    id: newStripeId('pm'),
    object: 'payment_method',
    billing_details: {
      address: toAddress(billing_details?.address || {}),
      email: billing_details?.email || null,
      name: billing_details?.name || null,
      phone: billing_details?.phone || null,
      tax_id: null,
    },
    card: {
      brand: brandOf(number),
      checks: {
        address_line1_check: billing_details?.address && billing_details.address.line1 ? 'unchecked' : null,
        address_postal_code_check:
          billing_details?.address && billing_details.address.postal_code ? 'unchecked' : null,
        cvc_check: cvc === undefined ? null : 'unchecked',
      },
      country: 'US',
      display_brand: brandOf(number),
      exp_month,
      exp_year,
      fingerprint: createHmac('sha256', fingerprintKey)
        .update(`${context.account.id} ${number}`)
        .digest('base64url')
        .slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brandOf(number)], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: context.clock.now(),
    customer: null,
    customer_account: null,
    livemode: isLive(context),
    metadata: (metadata ?? {}) as Stripe.Metadata,
    type: 'card',
  } satisfies Stripe.PaymentMethod;
  context.account.methods.set(object.id, { object, behavior: behavior ?? {}, wasUsed: false });
  return object;
}

/** @throws for a country that Stripe would refuse */
function toAddress({
  line1,
  line2,
  postal_code,
  city,
  state,
  country,
}: Stripe.AddressParam): Stripe.Address | null {
  if (country && !/^[A-Z]{2}$/.test(country))
    throw refuseParameter(`Country '${country}' is unknown.`, 'billing_details[address][country]');
  const address = {
    city: city || null,
    country: country || null,
    line1: line1 || null,
    line2: line2 || null,
    postal_code: postal_code || null,
    state: state || null,
  };
  return Object.values(address).some(Boolean) ? address : null;
}

function checkCard(
  { clock }: Context,
  number: string,
  month: number,
  year: number,
  code: string | undefined,
): void {
  if (!/^\d{12,19}$/.test(number))
    throw refuseCard('invalid_number', 'number', {
      message: 'The card number is not a valid credit card number.',
    });
  if (!isLuhnValid(number))
    throw refuseCard('incorrect_number', 'number', { message: 'Your card number is incorrect.' });
  if (month < 1 || month > 12)
    throw refuseCard('invalid_expiry_month', 'exp_month', {
      message: "Your card's expiration month is invalid.",
    });
  const today = new Date(clock.milliseconds());
  const isPast = year * 12 + month - 1 < today.getUTCFullYear() * 12 + today.getUTCMonth();
  if (isPast || year > today.getUTCFullYear() + 50)
    throw refuseCard('invalid_expiry_year', 'exp_year', {
      message: "Your card's expiration year is invalid.",
    });
  const digits = brandOf(number) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (code !== undefined && !digits.test(code))
    throw refuseCard('invalid_cvc', 'cvc', { message: "Your card's security code is invalid." });
}

function refuseCard(
  code: NonNullable<StripeErrorFields['code']>,
  param: string,
  fields: Partial<StripeErrorFields>,
): StripeApiError {
  return new StripeApiError(402, { type: 'card_error', code, param, ...fields });
}

export function findMethod({ account }: Context, id: string, param = 'payment_method'): StoredMethod {
  const method = account.methods.get(id);
  if (!method) throw refuseMissing('PaymentMethod', id, param, param === 'payment_method' ? 400 : 404);
  return method;
}
