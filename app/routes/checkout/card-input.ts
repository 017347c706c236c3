import type { Card } from '~/acquirers/acquirer';
import { hasExpired, parseCardNumber, parseExpiry, securityCodeLength } from '~/payments/cards';
import { Secret } from '~/platform/secret';

export type CardField = 'number' | 'expiry' | 'code' | 'name';
export type CardErrors = Partial<Record<CardField, string>>;

/** What a refused form is drawn with again. Never the card's number nor its code (threat T15). */
export type Kept = { expiry: string; name: string };

export type CardInput = { kept: Kept } & ({ card: Card; errors?: undefined } | { card?: undefined; errors: CardErrors });

const longestName = 100;

/** Reads the card form, with all that is wrong with it at once. */
export function readCard(form: FormData, now = new Date()): CardInput {
  const text = (name: CardField) => String(form.get(name) ?? '').trim();
  const kept = { expiry: text('expiry').slice(0, 10), name: withoutCardNumber(text('name').slice(0, longestName)) };
  const pan = parseCardNumber(text('number'));
  const expiry = parseExpiry(text('expiry'));
  const digits = pan ? securityCodeLength(pan) : null;
  const code = text('code').replaceAll(' ', '');

  const errors: CardErrors = {};
  if (!text('number')) errors.number = 'Enter the card number';
  else if (!pan) errors.number = 'Check the card number: a digit is wrong or missing';
  if (!text('expiry')) errors.expiry = 'Enter the expiry date';
  else if (!expiry) errors.expiry = 'Enter the expiry date as month and year, such as 08/29';
  else if (hasExpired(expiry, now)) errors.expiry = 'This card has expired. Use another card';
  if (!code) errors.code = 'Enter the security code';
  else if (!/^\d{3,4}$/.test(code)) errors.code = 'The security code has 3 or 4 digits';
  else if (digits && code.length !== digits) errors.code = `The security code of this card has ${digits} digits`;
  if (!text('name')) errors.name = 'Enter the name on the card';
  else if (!kept.name) errors.name = 'Enter the name on the card here, not its number';

  if (!pan || !expiry || Object.keys(errors).length) return { kept, errors };
  return { kept, card: { pan: new Secret(pan), code: new Secret(code), expiry, name: kept.name } };
}

/** A number typed into the wrong field is not sent back either. */
function withoutCardNumber(name: string): string {
  return /\d{4}/.test(name.replace(/[ -]/g, '')) ? '' : name;
}
