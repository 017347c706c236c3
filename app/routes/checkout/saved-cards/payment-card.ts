import type { Card } from '~/acquirers/acquirer';
import { getSecurityCodeLength } from '~/payments/checkout/cards';
import type { CheckoutIntent } from '~/payments/checkout/payment-intents';
import { openPayerCard } from '~/payments/checkout/saved-cards';
import { Secret } from '~/platform/secrets/secret';
import { textOf } from '../../forms/form-body';
import { parseCardForm } from '../card-form/card-input';
import { checkSecurityCode } from '../card-form/card-validation';
import { newCardChoice, type FormState } from '../card-form/form-state';

/** `state`: for showing the form again. `savedCard`: null for a card that the payer entered. */
type PaymentCard = { state: FormState } & (
  | { card: Card; savedCard: { token: string; networkTransactionId: string | null } | null }
  | { card?: undefined }
);

/** The card that a form pays with: a saved one with its security code, or a new one. */
export async function readPaymentCard(form: FormData, intent: CheckoutIntent): Promise<PaymentCard> {
  const choice = textOf(form, 'card') || newCardChoice;
  if (choice === newCardChoice) {
    const { card, cardErrors, retained } = parseCardForm(form);
    return card
      ? { state: { choice, retained }, card, savedCard: null }
      : { state: { choice, retained, cardErrors } };
  }
  const opened = await openPayerCard(intent, choice);
  if (!opened) return { state: { choice: newCardChoice, reason: 'saved_card_unavailable' } };
  const { card, networkTransactionId } = opened;
  const { code, codeError } = checkSecurityCode(
    textOf(form, 'code'),
    getSecurityCodeLength(card.pan.reveal()),
  );
  return codeError
    ? { state: { choice, cardErrors: { code: codeError } } }
    : {
        state: { choice },
        card: { ...card, code: new Secret(code) },
        savedCard: { token: choice, networkTransactionId },
      };
}
