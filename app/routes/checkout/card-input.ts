import type { Card } from '~/acquirers/acquirer';
import { Secret } from '~/platform/secret';
import { checkCard, isNoDate, looksLikeNumber, type CardFaults, type CardField } from './card-check';

/** What a refused form is drawn with again. Never the card's number nor its code (threat T15). */
export type Kept = { expiry: string; name: string };

type CardInput = { kept: Kept } & (
  { card: Card; faults?: undefined } | { card?: undefined; faults: CardFaults }
);

const longestName = 100;

/** Reads the card form. */
export function readCard(form: FormData, now = new Date()): CardInput {
  const text = (name: CardField) => String(form.get(name) ?? '').trim();
  const name = text('name').slice(0, longestName);
  const expiry = text('expiry');
  const kept = {
    expiry: isNoDate(expiry) ? '' : expiry.slice(0, 10),
    name: looksLikeNumber(name) ? '' : name,
  };
  const { card, faults } = checkCard({ number: text('number'), expiry, code: text('code'), name }, now);
  return card
    ? { kept, card: { pan: new Secret(card.pan), code: new Secret(card.code), expiry: card.expiry, name } }
    : { kept, faults };
}
