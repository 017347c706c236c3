// The validations of answers. Messages say what to do. Null when valid.
import { isValidIBAN, getCountrySpecifications, electronicFormatIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { maxEmailLength } from '~/identity/users/text-limits';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { parseAmountInput, parsePossibleAmounts, type AmountError } from '~/platform/money/amount-input';
import { isCurrency } from '~/platform/money/currencies';
import { formatAmount } from '~/platform/money/money';
import { parseUrl } from '~/platform/http/parse-url';
import { containsUrl } from '~/platform/text/web-addresses';
import { countryName } from './country-names';
import type { Answers } from './question';
import { maxTextLength } from './text-input';

const maxLineLength = 200;

export const cardNumberMessage = 'Remove the card number. It can’t be stored here';

/** Answers are stored and shown, so they can't contain card numbers (threat T15) or invisible characters. */
function validateWriting(value: string, maximum: number): string | null {
  if (value.length > maximum) return `Shorten this to ${maximum} characters or fewer`;
  if (containsCardNumber(value)) return cardNumberMessage;
  // These include characters that change the reading direction of adjacent text.
  return /[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\n\r\t])\p{Cc}/u.test(value)
    ? 'Remove the invisible characters'
    : null;
}

/** For texts that staff write to merchants and to each other. */
export const validateText = (value: string) => validateWriting(value, maxTextLength);

export function validateReason(value: string, missing = 'Enter a reason'): string | null {
  return value.trim() ? validateText(value) : missing;
}

export const validateLine = (value: string) => validateWriting(value, maxLineLength);

/** A domain such as Amazon.com may be a business's name. A link isn't one (docs/decisions/0037). */
export function validateName(value: string): string | null {
  const fault = validateLine(value);
  if (fault) return fault;
  if (!/\p{L}/u.test(value)) return 'Enter a name with letters';
  return containsUrl(value) ? 'Enter a name without a URL or an email address' : null;
}

export function validateOfficialNumber(value: string): string | null {
  if (!/^[\p{L}\p{N} ./-]{2,40}$/u.test(value))
    return 'Enter 2 to 40 letters, digits, dots, dashes, or slashes';
  return /\d/.test(value) ? null : 'Enter a number with digits';
}

export function validateDescription(value: string): string | null {
  return validateWriting(value, maxTextLength) ?? (value.length < 20 ? 'Enter at least 20 characters' : null);
}

export function validateCountry(value: string): string | null {
  return countryName(value) ? null : 'Choose a country from the list';
}

export function validateCurrency(value: string): string | null {
  return isCurrency(value) ? null : 'Choose a currency from the list';
}

export function validateEmail(value: string): string | null {
  return (
    validateLine(value) ??
    (z.email().max(maxEmailLength).safeParse(value).success
      ? null
      : 'Enter an email address, such as ada@example.com')
  );
}

/** The number with "+" before its country code, and without the zero that is only for calls within the country. */
export const completePhone = (value: string): string =>
  value
    .trim()
    .replace(/^00/, '+')
    .replace(/\(0\)\s*/, '');

export function validatePhone(value: string): string | null {
  return parsePhoneNumberFromString(value)?.isPossible()
    ? null
    : 'Enter a phone number with country code, such as +49 30 123456';
}

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
/** As the URL parser writes it, which turns every IPv4 address into four numbers. */
const publicHost = new RegExp(
  `^(?=.{4,253}$)(?:${label}\\.)+(?!(?:localhost|local|internal|test|invalid)$)(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`,
);

export function validateWebsite(value: string): string | null {
  const fault = validateLine(value);
  if (fault) return fault;
  const url = parseUrl(value);
  const isSite = url && /^https?:$/.test(url.protocol) && !url.username && publicHost.test(url.hostname);
  return isSite ? null : 'Enter the full URL, such as https://shop.example';
}

const amountErrors: Record<AmountError, string> = {
  missing: 'Enter an amount',
  not_an_amount: 'Enter an amount in digits, such as 20000 or 45.50',
  ambiguous: 'Enter the amount without separators between thousands, such as 3000 or 45.50',
  too_many_decimals: 'Enter an amount with no more decimals than the currency has',
  zero: 'Enter an amount above zero',
  too_large: 'Enter a lower amount',
};

/** Above every payment, because it's also the amount of a month. */
const maximumAmountMinor = 1e14;

/** As people write it, with or without its currency. Estimates aren't worth asking about "3.000" if it can only be a thousand. */
function parseAmount(value: string, { currency = '' }: Answers): number | AmountError {
  const code = isCurrency(currency) ? currency : 'USD';
  const [possible, ...others] = parsePossibleAmounts(value).filter(({ currencies }) =>
    currencies.includes(code),
  );
  return possible?.amountMinor && !others.length && possible.amountMinor <= maximumAmountMinor
    ? possible.amountMinor
    : parseAmountInput(value, code, maximumAmountMinor);
}

/** An amount in major units, as people write it, of the currency that was chosen. */
export function validateAmount(value: string, answers: Answers): string | null {
  const amount = parseAmount(value, answers);
  return typeof amount === 'number' ? null : amountErrors[amount];
}

/** The amount with its currency. Input that can't be understood, or has no currency yet, stays as it is. */
export function formatAmountAnswer(value: string, answers: Answers): string {
  const amount = parseAmount(value, answers);
  return typeof amount === 'number' && isCurrency(answers.currency ?? '')
    ? formatAmount(amount, answers.currency!)
    : value;
}

export function validateShare(value: string): string | null {
  const share = /^\d{1,3}([.,]\d{1,2})?$/.test(value) ? Number(value.replace(',', '.')) : NaN;
  return share > 0 && share <= 100 ? null : 'Enter a percentage from 0.01 to 100';
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const yearLastPattern = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;
const namedMonthPattern =
  /^(?:(?<day>\d{1,2})\.? (?<month>[a-z]{3,9})\.?|(?<monthFirst>[a-z]{3,9})\.? (?<dayLast>\d{1,2})),? (?<year>\d{4})$/i;

/**
 * "17.05.1984", "5/17/1984", "17 May 1984", and "May 17, 1984" as "1984-05-17". "5/6/1984" could be in May or June, so it
 * stays as it is.
 */
export function normalizeBirthDate(value: string): string {
  const named = namedMonthPattern.exec(value.trim())?.groups;
  if (named) {
    const name = (named.month ?? named.monthFirst)!.slice(0, 3).toLowerCase();
    const month = monthNames.indexOf(name) + 1;
    return month ? toIsoDate(named.year!, month, Number(named.day ?? named.dayLast)) : value;
  }
  const [, first, second, year] = yearLastPattern.exec(value.replaceAll(' ', '')) ?? [];
  const [day, month] = [Number(first), Number(second)].sort((a, b) => b - a);
  const isClear = day! > 12 || day === month;
  return isClear ? toIsoDate(year!, month!, day!) : value;
}

const toIsoDate = (year: string, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

export function validateBirthDate(value: string): string | null {
  const parsed = z.iso.date().safeParse(value);
  if (!parsed.success)
    return yearLastPattern.test(value.replaceAll(' ', ''))
      ? 'Write the month as a word, such as May 17, 1984, so that day and month can’t be confused'
      : 'Enter a date, such as May 17, 1984';
  const years = (Date.now() - Date.parse(value)) / (365.25 * 24 * 3600 * 1000);
  if (years < 16) return 'Check the year: this person would be too young to run a business';
  return years > 120 ? 'Check the year: this is more than 120 years ago' : null;
}

/** Whether the country's banks use IBANs. */
export function isIbanCountry({ bank_country }: Answers): boolean {
  return Boolean(getCountrySpecifications()[bank_country ?? '']?.IBANRegistry);
}

export function validateAccountNumber(value: string, answers: Answers): string | null {
  if (!isIbanCountry(answers))
    return /^[A-Za-z0-9 -]{4,34}$/.test(value)
      ? null
      : 'Enter an account number of 4 to 34 letters and digits';
  const iban = normalizeAccountNumber(value);
  if (!isValidIBAN(iban)) return 'Check the IBAN for typos: its check digits don’t match';
  return iban.startsWith(answers.bank_country!)
    ? null
    : 'The IBAN’s country doesn’t match the bank’s country above';
}

/** Normalized for storage and comparison: without spaces, in uppercase. */
export function normalizeAccountNumber(value: string): string {
  return electronicFormatIBAN(value) ?? '';
}
