import { currencyDigits, getMaximumAmount } from '~/platform/money/currencies';
import { formatAmount } from '~/platform/money/money';
import type { AmountError } from '~/platform/money/amount-input';

/** The error message for a typed amount (platform/money/amount-input.ts). */
export function getAmountMessage(
  fault: AmountError,
  currency: string,
  noun: 'amount' | 'price' = 'amount',
): string {
  const digits = currencyDigits(currency);
  const one = noun === 'price' ? 'a price' : 'an amount';
  const messages: Record<AmountError, string> = {
    missing: `Enter ${one}`,
    not_an_amount: `Enter ${one} in numbers, for example ${digits ? '12.50' : '1250'}`,
    ambiguous: `This ${noun} is ambiguous. Write ${digits >= 3 ? 'decimals after a point, without a thousands separator' : 'it without a thousands separator'}`,
    too_many_decimals: digits
      ? `Enter at most ${digits} decimals`
      : `Enter a whole number. ${currency} has no decimals`,
    zero: `Enter ${one} above zero`,
    too_large: `Enter at most ${formatAmount(getMaximumAmount(currency), currency)}`,
  };
  return messages[fault];
}
