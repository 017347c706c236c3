import clsx from 'clsx';
import { CardSection } from './card-section';
import { CardFormErrors } from './card-form-errors';
import { useCancelLabel } from './cancel-label';
import { newCardChoice } from './form-state';
import { usePageLocale } from '../page-locale';
import type { CheckoutPageOf } from '../page-data';
import { OrderSummary } from '../page/order-summary';
import { CardRemoved } from '../saved-cards/card-removal';

/** The order and the card form. */
export function CardForm({
  paymentDetails,
  savedCards,
  billing,
  design,
  challenge,
  cancelUrl,
  state,
  script,
}: CheckoutPageOf<'form'>) {
  const { messages, name, amount } = usePageLocale();
  const getCancelLabel = useCancelLabel();
  const { cardErrors, declined, reason, switched, choice = newCardChoice } = state;
  return (
    <div
      className={clsx(
        'grid items-start gap-8',
        design.layout === 'two_columns' && 'lg:grid-cols-2 lg:gap-16',
      )}
    >
      <OrderSummary paymentDetails={paymentDetails} />
      <CardSection
        errorSummary={
          state.wasCardRemoved ? (
            <CardRemoved />
          ) : (
            <CardFormErrors
              cardErrors={cardErrors}
              declined={declined ?? switched}
              title={declined ? messages.declined : (reason ?? switched) && messages.notTaken}
              hasLostCard={choice === newCardChoice && !state.wasCardCleared}
              generalErrors={[
                reason && messages.reasons[reason],
                state.isDeclinedCardRemoved && messages.savedCards.declinedCardRemoved,
              ]}
              country={(state.retained?.billing ?? billing?.known)?.country}
            />
          )
        }
        heading={messages.card.heading}
        title={messages.titles.form(name(paymentDetails.merchantName))}
        state={state}
        savedCards={savedCards}
        billing={billing}
        challenge={challenge}
        script={script}
        messages={messages}
        label={messages.pay[design.payWord](amount(paymentDetails))}
        cancelUrl={cancelUrl}
        cancelLabel={getCancelLabel(paymentDetails)}
      />
    </div>
  );
}
