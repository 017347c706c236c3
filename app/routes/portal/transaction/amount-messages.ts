import { currencyDigits, getMaximumAmount } from '~/platform/money/currencies';
import { formatAmount } from '~/platform/money/money';
import type { AmountError } from '~/platform/money/amount-input';

/** The error message for a typed amount (platform/money/amount-input.ts). */
export function getAmountMessage(fault: AmountError, currency: string): string {
  const digits = currencyDigits(currency);
  const messages: Record<AmountError, string> = {
    missing: 'Enter an amount',
    not_an_amount: 'Enter an amount in numbers, for example 12.50',
    ambiguous: `This amount is ambiguous. Write ${digits >= 3 ? 'decimals after a point, without a thousands separator' : 'it without a thousands separator'}`,
    too_many_decimals: digits
      ? `Enter at most ${digits} decimals`
      : `Enter a whole number. ${currency} has no decimals`,
    zero: 'Enter an amount above zero',
    too_large: `Enter at most ${formatAmount(getMaximumAmount(currency), currency)}`,
  };
  return messages[fault];
}
