// Validates a typed card. The page's script and the server share this code, so that they never disagree.
import {
  detectCardBrand,
  getBrandCodeLength,
  isCardExpired,
  parseCardNumber,
  parseExpiry,
} from '~/payments/checkout/cards';
import { hasLengthOfBrand } from '~/platform/cards/card-ranges';
import { toLatinDigits } from '~/platform/text/latin-digits';
import { normalizeCardNumber, normalizeExpiry } from './digit-normalization';
import type { CardError, CardErrors, CardField } from './form-fields';

type RawCardInput = Record<CardField, string>;

type CheckedCard = { pan: string; code: string; expiry: { month: number; year: number } };

/** Cards are valid for less time. A later year is a typing error. */
const maximumValidityYears = 25;

/** The card, or all of its errors. */
export function checkCard(
  input: RawCardInput,
  now = new Date(),
): { card: CheckedCard; cardErrors?: undefined } | { card?: undefined; cardErrors: CardErrors } {
  const pan = parseCardNumber(normalizeCardNumber(input.number));
  const expiry = parseExpiry(normalizeExpiry(input.expiry));
  const brand = detectCardBrand(normalizeCardNumber(input.number));
  const { code, codeError } = checkSecurityCode(
    input.code,
    brand === 'unknown' ? null : getBrandCodeLength(brand),
  );

  const cardErrors: CardErrors = {};
  if (!input.number.trim()) cardErrors.number = 'number_missing';
  else if (!pan || !hasLengthOfBrand(pan)) cardErrors.number = 'number_wrong';
  if (!input.expiry.trim()) cardErrors.expiry = 'expiry_missing';
  else if (!expiry) cardErrors.expiry = 'expiry_wrong';
  else if (expiry.year > now.getFullYear() + maximumValidityYears) cardErrors.expiry = 'expiry_far';
  else if (isCardExpired(expiry, now)) cardErrors.expiry = 'expiry_past';
  if (codeError) cardErrors.code = codeError;
  if (!input.name.trim()) cardErrors.name = 'name_missing';
  else if (resemblesCardNumber(input.name)) cardErrors.name = 'name_is_number';

  return pan && expiry && !Object.keys(cardErrors).length ? { card: { pan, code, expiry } } : { cardErrors };
}

/** @param digits the length of the card's security code, or null if the card is unknown */
export function checkSecurityCode(input: string, digits: number | null) {
  const code = toLatinDigits(input).replace(/\s/g, '');
  return { code, codeError: validateSecurityCode(code, digits) };
}

function validateSecurityCode(code: string, digits: number | null): CardError | null {
  if (!code) return 'code_missing';
  if (!digits) return /^\d{3,4}$/.test(code) ? null : 'code_wrong';
  if (/^\d+$/.test(code) && code.length === digits) return null;
  return digits === 4 ? 'code_not_4' : 'code_not_3';
}

/**
 * Four digits in a row, or eight with separators, aren't a name: they're part of a card number in the wrong
 * field.
 */
export function resemblesCardNumber(name: string): boolean {
  const latinText = toLatinDigits(name);
  return /\d{4}/.test(latinText.replace(/[\s-]/g, '')) || countDigits(latinText) >= 8;
}

/** More digits than a date has: part of a card number in the wrong field. */
export function exceedsDateLength(expiry: string): boolean {
  return countDigits(toLatinDigits(expiry)) > 6;
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}
