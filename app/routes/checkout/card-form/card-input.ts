import type { Card } from '~/acquirers/acquirer';
import { Secret } from '~/platform/secrets/secret';
import type { RetainedBilling } from './billing-input';
import { checkCard, exceedsDateLength, resemblesCardNumber } from './card-validation';
import { type CardErrors, type CardField } from './form-fields';

/** The values that a rejected form shows again. Never the card number or security code (threat T15). */
export type RetainedCardInput = {
  expiry?: string;
  name?: string;
  billing?: RetainedBilling;
  consent?: boolean;
};

type ParsedCardForm = { retained: RetainedCardInput } & (
  { card: Card; cardErrors?: undefined } | { card?: undefined; cardErrors: CardErrors }
);

const maxNameLength = 100;

/** Reads the card form. */
export function parseCardForm(form: FormData, now = new Date()): ParsedCardForm {
  const readField = (name: CardField) => String(form.get(name) ?? '').trim();
  const name = readField('name').slice(0, maxNameLength);
  const expiry = readField('expiry');
  const retained = {
    expiry: exceedsDateLength(expiry) ? '' : expiry.slice(0, 10),
    name: resemblesCardNumber(name) ? '' : name,
  };
  const { card, cardErrors } = checkCard(
    { number: readField('number'), expiry, code: readField('code'), name },
    now,
  );
  return card
    ? {
        retained,
        card: { pan: new Secret(card.pan), code: new Secret(card.code), expiry: card.expiry, name },
      }
    : { retained, cardErrors };
}
