import { currencyDigits } from '~/platform/money/money';
import type { AmountError } from '~/platform/money/amount-input';

/** What is wrong with an amount that somebody typed (platform/money/amount-input.ts). */
export function getAmountMessage(fault: AmountError, currency: string): string {
  const digits = currencyDigits(currency);
  const messages: Record<AmountError, string> = {
    missing: 'Enter an amount',
    not_an_amount: 'Enter an amount in figures, such as 12.50',
    ambiguous: `This could mean two amounts. Write ${digits >= 3 ? 'decimals behind a point, and nothing between thousands' : 'it without a separator between thousands'}`,
    too_many_decimals: digits
      ? `Enter at most ${digits} decimals`
      : `Enter a whole amount: ${currency} has no decimals`,
    zero: 'Enter an amount above zero',
    too_large: 'No amount is that large',
  };
  return messages[fault];
}
