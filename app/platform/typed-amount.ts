import { currencyDigits, maximumAmount } from './money';

export type AmountFault = 'missing' | 'not_an_amount' | 'ambiguous' | 'too_many_decimals' | 'zero' | 'too_large';

const longestText = 40;

/**
 * The amount, in minor units, that a person means who types it in major units of a currency: "12.5" and "12,50" USD are 1250,
 * "1,234.50" and "1.234,50" are 123450. What could mean two amounts is refused, such as "1.234", which is a thousand to some
 * and little more than one to others. A currency of three decimals takes it with a point, as the forms here write it.
 */
export function readAmount(typed: string, currency: string): number | AmountFault {
  const text = typed.trim();
  if (!text) return 'missing';
  const digits = currencyDigits(currency);
  const parts = text.length > longestText ? 'not_an_amount' : partsOf(text, digits);
  if (typeof parts === 'string') return parts;
  if (parts.decimals.length > digits) return 'too_many_decimals';
  const amount = Number(parts.whole + parts.decimals.padEnd(digits, '0'));
  if (amount > maximumAmount) return 'too_large';
  return amount || 'zero';
}

/** As the forms write it: a point, all decimals of the currency, nothing between the thousands. 123450 USD is "1234.50". */
export function amountText(amountMinor: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(amountMinor).padStart(digits + 1, '0');
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}

const plain = /^(\d+)(?:([.,])(\d+))?$/;
const grouped = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;

function partsOf(text: string, digits: number): { whole: string; decimals: string } | AmountFault {
  const [, whole, separator, decimals = ''] = plain.exec(text) ?? [];
  if (whole) return decimals.length === 3 && !(digits === 3 && separator === '.') ? 'ambiguous' : { whole, decimals };
  const [, thousands, between, point, rest = ''] = grouped.exec(text) ?? [];
  return thousands && point !== between ? { whole: thousands.replaceAll(between!, ''), decimals: rest } : 'not_an_amount';
}
