import { billingDetailsModes, type BillingDetailsMode } from '~/merchants/accounts/settings';
import { payButtonVerbs } from '~/merchants/checkout-design/checkout-design';
import { validateRedirectUrl } from '~/payments/checkout/redirect-url-rules';
import {
  isAmountAllowed,
  linkLimits,
  type ChosenAmount,
  type LinkItem,
  type LinkTerms,
} from '~/payments/payment-links/payment-link';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import type { Environment } from '~/platform/environment';
import { parseAmountInput } from '~/platform/money/amount-input';
import { completeUrl } from '~/platform/http/parse-url';
import { isCurrency } from '~/platform/money/currencies';
import { getDaySpan, isDay } from '~/platform/time/days';
import { hasVisibleCharacter, toTextLine } from '~/platform/text/line-input';
import { textOf } from '../../forms/form-body';
import { getAmountMessage } from '../transaction/amount-messages';
import { getRowCount, itemFields, listLinkFields, type LinkInput } from './link-fields';

type Errors = Record<string, string[]>;

export function readLinkInput(form: FormData): LinkInput {
  const rows = getRowCount({ rows: textOf(form, 'rows') });
  return Object.fromEntries([...listLinkFields(rows), 'rows'].map((name) => [name, textOf(form, name)]));
}

/** The terms of a new payment link, or all errors of its form. */
export function validateLinkInput(
  input: LinkInput,
  { environment, timeZone, now = new Date() }: { environment: Environment; timeZone: string; now?: Date },
): { terms: LinkTerms; errors?: undefined } | { terms?: undefined; errors: Errors } {
  const errors: Errors = {};
  const fail = (name: string, message: string) => void (errors[name] ??= [message]);
  const currency = input.currency!;
  if (!isCurrency(currency)) fail('currency', 'Choose a currency');
  const readText = (name: string, missing: string, maximum: number = linkLimits.name) => {
    const text = toTextLine(input[name] ?? '', maximum);
    if (!hasVisibleCharacter(text)) fail(name, missing);
    if (containsCardNumber(text)) fail(name, 'Remove the card number');
    return text;
  };
  const readAmount = (name: string, noun: 'price' | 'amount', missing?: string) => {
    const parsedCurrency = isCurrency(currency) ? currency : 'USD';
    const amount = parseAmountInput(input[name] ?? '', parsedCurrency);
    if (typeof amount === 'number') return amount;
    fail(name, (amount === 'missing' && missing) || getAmountMessage(amount, parsedCurrency, noun));
    return 0;
  };
  const readCount = (name: string, maximum: number, otherwise: number) => {
    const text = input[name] ?? '';
    if (!text) return otherwise;
    const count = Number(text);
    if (/^\d{1,5}$/.test(text) && count >= 1 && count <= maximum) return count;
    fail(name, `Enter a whole number from 1 to ${maximum}`);
    return otherwise;
  };

  // Without a name, the link has the one of its first item.
  const isNamed = input.kind === 'amount' || Boolean(input.name?.trim());
  const name = isNamed ? readText('name', 'Enter a name') : '';
  const items: LinkItem[] = [];
  let chosenAmount: ChosenAmount | undefined;
  if (input.kind === 'amount') {
    const minimum = readAmount('minimum', 'amount', 'Enter the lowest amount');
    const maximum = readAmount('maximum', 'amount', 'Enter the highest amount');
    const suggested = input.suggested ? readAmount('suggested', 'amount') : undefined;
    if (!errors.minimum && !errors.maximum && minimum > maximum)
      fail('maximum', 'The highest amount can’t be less than the lowest amount');
    if (suggested !== undefined && !errors.suggested && (suggested < minimum || suggested > maximum))
      fail('suggested', 'Enter a suggested amount between the lowest and highest amounts');
    chosenAmount = { minimum, maximum, ...(suggested !== undefined && { suggested }) };
  } else {
    for (let index = 0; index < getRowCount(input); index++) {
      const fields = itemFields(index);
      // Empty rows after the first one are no items.
      if (index > 0 && !input[fields.name] && !input[fields.price]) continue;
      const quantity = readCount(fields.quantity, linkLimits.quantity, 1);
      const isAdjustable = input[fields.adjustable] === 'yes';
      // Otherwise the form hides the field, which may still have a value.
      const maximum = isAdjustable
        ? readCount(fields.maximum, linkLimits.quantity, linkLimits.quantity)
        : linkLimits.quantity;
      if (maximum < quantity) fail(fields.maximum, `Enter ${quantity} or more`);
      items.push({
        name: readText(fields.name, 'Enter the item’s name'),
        unitPrice: readAmount(fields.price, 'price'),
        quantity,
        ...(isAdjustable && { adjustableQuantity: { minimum: 1, maximum } }),
      });
      if (getRowCount(input) > 1)
        for (const name of Object.values(fields))
          if (errors[name]) errors[name] = errors[name].map((message) => `Item ${index + 1}: ${message}`);
    }
  }
  const [billingDetails, billingRequired] = (input.billing ?? '').split(':');
  const payWord = payButtonVerbs.find((verb) => verb === input.button_text);
  const thankYouText = input.thank_you_text!.replaceAll('\0', '').toWellFormed().trim();
  const redirectUrl = completeUrl(input.redirect_url!);
  if (input.after === 'redirect') {
    const problem = validateRedirectUrl(redirectUrl, environment);
    if (problem)
      fail('redirect_url', redirectUrl ? `The URL ${problem}` : 'Enter a URL that starts with https://');
  } else if (thankYouText.length > linkLimits.thankYouText)
    fail('thank_you_text', `Enter at most ${linkLimits.thankYouText} characters`);
  else if (containsCardNumber(thankYouText)) fail('thank_you_text', 'Remove the card number');
  const expiresAt = readLastDay(input.expires_on!, timeZone);
  if (expiresAt === 'invalid' || (expiresAt && expiresAt <= now))
    fail('expires_on', 'Enter today or a later day');
  const maximumPayments = input.maximum_payments
    ? readCount('maximum_payments', linkLimits.payments, 1)
    : undefined;
  if (
    !Object.keys(errors).length &&
    !isAmountAllowed({ items, currency, ...(chosenAmount && { chosenAmount }) })
  )
    fail('', 'The highest possible total exceeds the maximum for a payment in this currency');
  if (Object.keys(errors).length) return { errors };
  return {
    terms: {
      ...{ name: name || items[0]!.name, currency, items },
      ...(chosenAmount && { chosenAmount }),
      ...(billingDetailsModes.includes(billingDetails as BillingDetailsMode) && {
        billingDetails: billingDetails as BillingDetailsMode,
        billingRequired: billingRequired === 'true',
      }),
      emailRequired: input.email_required === 'yes',
      ...(payWord && { payWord }),
      ...(input.after === 'redirect' ? { redirectUrl } : thankYouText && { thankYouText }),
      ...(expiresAt && { expiresAt: expiresAt as Date }),
      ...(maximumPayments !== undefined && { maximumPayments }),
    },
  };
}

/** The end of the day in the account's time zone. */
function readLastDay(day: string, timeZone: string): Date | 'invalid' | undefined {
  if (!day) return undefined;
  return isDay(day) ? (getDaySpan({ to: day, timeZone }).before ?? 'invalid') : 'invalid';
}
