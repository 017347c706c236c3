import { CircleCheck } from 'lucide-react';
import { getButtonClass } from '~/ui/forms/button';
import { usePageLocale } from '../page-locale';
import { CheckoutResult } from '../page/result-page';
import type { CheckoutPageOf } from '../page-data';
import { formatPrintedExpiry, SavedCardLabel } from './saved-card-label';

/** Above the form after a card was removed. It takes the focus, so that it's read aloud. */
export function CardRemoved() {
  const { messages } = usePageLocale();
  return (
    <p
      role="status"
      tabIndex={-1}
      autoFocus
      className="mb-6 flex items-center gap-2 rounded-lg bg-positive-soft p-4 font-medium text-positive outline-none"
    >
      <CircleCheck size={20} aria-hidden="true" className="shrink-0" />
      {messages.savedCards.removed}
    </p>
  );
}

/** Asks whether a saved card is to be removed, and says what that means. */
export function CardRemoval({ paymentDetails, card, removalUrl, keepUrl }: CheckoutPageOf<'remove_card'>) {
  const { messages, name } = usePageLocale();
  const { expires, chargesEnd, mustEnter, confirm, keep } = messages.savedCards;
  const getConsequence = card.hasAgreement ? chargesEnd : mustEnter;
  return (
    <CheckoutResult
      page="remove_card"
      action={
        <form method="post" action={removalUrl} className="flex flex-wrap gap-3">
          <button type="submit" className={getButtonClass({ variant: 'danger' })}>
            {confirm}
          </button>
          <a href={keepUrl} className={getButtonClass({ variant: 'secondary' })}>
            {keep}
          </a>
        </form>
      }
    >
      <p className="text-ink">
        <span className="font-medium">
          <SavedCardLabel {...card} />
        </span>
        <br />
        {expires(name(formatPrintedExpiry(card.expiry)))}
      </p>
      <p>{getConsequence(name(paymentDetails.merchantName))}</p>
    </CheckoutResult>
  );
}
