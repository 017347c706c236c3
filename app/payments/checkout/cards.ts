import { passesLuhn } from '~/platform/cards/card-numbers';
import { findCardBrand } from '~/platform/cards/card-ranges';

/** The card data stored with a payment (PCI DSS 3.4.1: at most BIN and last four). */
type CardDetails = { brand: string; bin: string; lastFour: string; expiry: string };

/** The digits of a card number as people write it: 12–19 digits with a valid check digit. Null otherwise. */
export function parseCardNumber(text: string): string | null {
  const digits = text.replace(/[ -]/g, '');
  return /^\d{12,19}$/.test(digits) && passesLuhn(digits) ? digits : null;
}

/** MM/YY, MM/YYYY, MMYY, MMYYYY, or YYYY-MM (decisions: Formats). Null otherwise. */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const compact = text.replace(/\s/g, '');
  const yearFirst = /^(\d{4})-(\d{2})$/.exec(compact);
  const monthFirst = /^(\d{2})[/-]?(\d{2}|\d{4})$/.exec(compact) ?? /^(\d)[/-](\d{2}|\d{4})$/.exec(compact);
  const [month, year] = yearFirst ? [yearFirst[2], yearFirst[1]] : [monthFirst?.[1], monthFirst?.[2]];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return null;
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/** How much later a day ends in the last time zone than in UTC. */
const lastTimeZoneMs = 12 * 60 * 60 * 1000;

/** A card is valid through the last day of its month, in the time zone where that day ends last. */
export function isCardExpired({ month, year }: { month: number; year: number }, now = new Date()): boolean {
  const endOfMonth = Date.UTC(year, month, 1);
  return now.getTime() >= endOfMonth + lastTimeZoneMs;
}

/** The first month whose cards haven't expired, such as 2030-12. */
export const getFirstValidMonth = (now = new Date()) =>
  new Date(now.getTime() - lastTimeZoneMs).toISOString().slice(0, 7);

export function describeCard(pan: string, expiry: { month: number; year: number }): CardDetails {
  return {
    brand: detectCardBrand(pan),
    bin: pan.slice(0, 6),
    lastFour: pan.slice(-4),
    expiry: toYearMonth(expiry),
  };
}

/** An expiration date as we store and show it: 2030-12. */
export const toYearMonth = ({ month, year }: { month: number; year: number }) =>
  `${year}-${String(month).padStart(2, '0')}`;

/** The brand of a card number: visa, mastercard, american-express, …, or unknown. */
export function detectCardBrand(pan: string): string {
  return findCardBrand(pan) ?? 'unknown';
}

/** The length of the security code: four digits on American Express, three elsewhere. */
export const getSecurityCodeLength = (pan: string) => getBrandCodeLength(detectCardBrand(pan));

export const getBrandCodeLength = (brand: string) => (brand === 'american-express' ? 4 : 3);

/** The positions of the gaps in a card number, also of an incomplete one. */
export function getCardNumberGaps(digits: string): readonly number[] {
  const brand = findCardBrand(digits);
  return brand === 'american-express' || brand === 'diners-club' ? [4, 10, 16] : [4, 8, 12, 16];
}
