// What can be wrong with a card as it was typed. The page's script and the server ask here, so that they never disagree.
import { hasExpired, parseCardNumber, parseExpiry, securityCodeLength } from '~/payments/cards';
import { bareNumber, latinFigures, plainExpiry } from './typed-figures';
import type { Words } from './words/words';

export const cardFields = ['number', 'expiry', 'code', 'name'] as const;

export type CardField = (typeof cardFields)[number];
export type CardFault = keyof Words['faults'];
export type CardFaults = Partial<Record<CardField, CardFault>>;
type TypedCard = Record<CardField, string>;

type CheckedCard = { pan: string; code: string; expiry: { month: number; year: number } };

/** The card, or all that is wrong with it at once. */
export function checkCard(
  typed: TypedCard,
  now = new Date(),
): { card: CheckedCard; faults?: undefined } | { card?: undefined; faults: CardFaults } {
  const pan = parseCardNumber(bareNumber(typed.number));
  const expiry = parseExpiry(plainExpiry(typed.expiry));
  const code = latinFigures(typed.code).replace(/\s/g, '');

  const faults: CardFaults = {};
  if (!typed.number.trim()) faults.number = 'number_missing';
  else if (!pan) faults.number = 'number_wrong';
  if (!typed.expiry.trim()) faults.expiry = 'expiry_missing';
  else if (!expiry) faults.expiry = 'expiry_wrong';
  else if (hasExpired(expiry, now)) faults.expiry = 'expiry_past';
  const ofCode = faultOfCode(code, pan ? securityCodeLength(pan) : null);
  if (ofCode) faults.code = ofCode;
  if (!typed.name.trim()) faults.name = 'name_missing';
  else if (looksLikeNumber(typed.name)) faults.name = 'name_is_number';

  return pan && expiry && !Object.keys(faults).length ? { card: { pan, code, expiry } } : { faults };
}

function faultOfCode(code: string, digits: number | null): CardFault | null {
  if (!code) return 'code_missing';
  if (!digits) return /^\d{3,4}$/.test(code) ? null : 'code_wrong';
  if (/^\d+$/.test(code) && code.length === digits) return null;
  return digits === 4 ? 'code_not_4' : 'code_not_3';
}

/** Four figures in a row are no name, nor are eight with anything between: part of a card's number, in the wrong field. */
export function looksLikeNumber(name: string): boolean {
  const latin = latinFigures(name);
  return /\d{4}/.test(latin.replace(/[\s-]/g, '')) || countFigures(latin) >= 8;
}

/** More than a date has: part of a card's number, in the wrong field. */
export function isNoDate(expiry: string): boolean {
  return countFigures(latinFigures(expiry)) > 6;
}

function countFigures(text: string): number {
  return text.replace(/\D/g, '').length;
}
