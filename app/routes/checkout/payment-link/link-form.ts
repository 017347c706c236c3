import type { AmountError } from '~/platform/money/amount-input';
import { formatUnambiguousAmount } from '~/platform/money/money';
import type { LinkChoice } from '~/payments/payment-links/payment-link';
import { orderLines, type Order } from '~/payments/transactions/order-lines';
import { textOf } from '../../forms/form-body';
import { toLatinDigits } from '~/platform/text/latin-digits';
import { formatPayerAmount, parsePayerAmount } from './payer-amount';
import { createPageLocale } from '../page-locale';
import type { LinkForm, KnownLinkPage } from './link-page-data';

export const quantityField = (item: number) => `quantity_${item}`;

/** The payer's choice, or what is wrong with it, in the page's language. */
export function readLinkForm(
  form: FormData,
  { link, language, locale }: Pick<KnownLinkPage, 'link' | 'language' | 'locale'>,
): { choice: LinkChoice; form?: undefined } | { choice?: undefined; form: LinkForm } {
  const {
    messages: { link: messages },
    name: formatName,
  } = createPageLocale(language);
  const { items, chosenAmount, currency } = link;
  const input: Record<string, string> = {};
  const errors: Record<string, string> = {};
  const read = (name: string) => (input[name] = textOf(form, name).slice(0, 40));
  if (chosenAmount) {
    const { minimum, maximum } = chosenAmount;
    const amount = parsePayerAmount(read('amount'), currency, locale);
    if (typeof amount === 'number' && amount >= minimum && amount <= maximum) return { choice: { amount } };
    const format = (minor: number) => formatUnambiguousAmount(minor, currency, locale);
    errors.amount = isUnclear(amount)
      ? messages.amountUnclear(currency, formatPayerAmount(minimum, currency, locale))
      : messages.amountWrong(format(minimum), format(maximum));
    return { form: { input, errors } };
  }
  const quantities = items.map(({ name, adjustableQuantity }, index) => {
    if (!adjustableQuantity) return undefined;
    const { minimum, maximum } = adjustableQuantity;
    const text = toLatinDigits(read(quantityField(index))).trim();
    const quantity = Number(text);
    if (!/^\d{1,3}$/.test(text) || quantity < minimum || quantity > maximum)
      errors[quantityField(index)] = messages.quantityWrong(formatName(name), minimum, maximum);
    return quantity;
  });
  const isEmpty = items.every(({ quantity }, index) => (quantities[index] ?? quantity) === 0);
  if (isEmpty && !Object.keys(errors).length) errors[quantityField(0)] = messages.nothingChosen;
  return Object.keys(errors).length ? { form: { input, errors } } : { choice: { quantities } };
}

/** The form as the payer filled it in for an order that they change. */
export function toLinkForm({ link, locale }: Pick<KnownLinkPage, 'link' | 'locale'>, order: Order): LinkForm {
  const { items, chosenAmount, currency } = link;
  if (chosenAmount)
    return { input: { amount: formatPayerAmount(order.order_amount, currency, locale) }, errors: {} };
  const { lines } = orderLines(order, order.order_amount);
  const input: Record<string, string> = {};
  // The order's lines are those items of which the payer chose at least one.
  for (const [index, { name, unitPrice, adjustableQuantity }] of items.entries()) {
    const isChosen = lines[0]?.name === name && lines[0].unitPrice === unitPrice;
    const quantity = isChosen ? lines.shift()!.quantity : 0;
    if (adjustableQuantity) input[quantityField(index)] = String(quantity);
  }
  return { input, errors: {} };
}

/** The payer entered something, and we can't tell which amount it is. */
const isUnclear = (amount: number | AmountError) =>
  amount === 'not_an_amount' || amount === 'ambiguous' || amount === 'too_many_decimals';
