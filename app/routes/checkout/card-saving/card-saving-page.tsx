import clsx from 'clsx';
import { getBrandName } from '~/platform/cards/card-brands';
import { useBrandName } from '~/ui/layout/brand';
import { CancelForm } from '../card-form/cancel-form';
import { CardSection } from '../card-form/card-section';
import { CheckProgress } from '../page/check-progress';
import { CheckoutResult } from '../page/result-page';
import { CardFormErrors } from '../card-form/card-form-errors';
import { usePageLocale } from '../page-locale';
import { RedirectLink, PageLink } from '../page/redirect-link';
import type { CheckoutPageOf } from '../page-data';
import { cardSavingMessages } from '../messages/card-saving-messages';

/** Why a card is requested, and the card form without an amount. */
export function CardSavingForm({
  saving,
  design,
  challenge,
  cancelUrl,
  hasRedirectUrl,
  state,
  script,
}: CheckoutPageOf<'save'>) {
  const { messages, name } = usePageLocale();
  const savingMessages = useCardSavingMessages();
  const merchant = name(saving.merchantName);
  const service = name(useBrandName());
  const { cardErrors, declined, switched, declineReason, generalError } = state;
  const texts = [
    declineReason && messages.reasons[declineReason],
    generalError && savingMessages[generalError],
  ];
  return (
    <div
      className={clsx(
        'grid items-start gap-8',
        design.layout === 'two_columns' && 'lg:grid-cols-2 lg:gap-16',
      )}
    >
      <div className="min-w-0 space-y-3 text-ink-soft wrap-anywhere">
        <h1 className="text-3xl font-semibold tracking-tight text-ink">{savingMessages.title}</h1>
        <p>
          {saving.merchantReason
            ? savingMessages.whyForMerchant(merchant, service)
            : savingMessages.why(merchant, service)}
        </p>
        <p>
          {savingMessages.nothingNow} {savingMessages.codeNotKept}
        </p>
      </div>
      <CardSection
        errorSummary={
          <CardFormErrors
            cardErrors={cardErrors}
            declined={declined ?? switched}
            hasLostCard={!state.wasCardCleared}
            title={
              declined
                ? savingMessages.declined
                : (generalError ?? declineReason ?? switched) && savingMessages.notSaved
            }
            generalErrors={texts}
          />
        }
        title={savingMessages.title}
        state={state}
        challenge={challenge}
        script={script}
        messages={{ ...messages, payingNow: savingMessages.savingNow }}
        consent={saving.merchantReason ? savingMessages.consent[saving.merchantReason](merchant) : undefined}
        label={savingMessages.save}
        cancelUrl={cancelUrl}
        cancelLabel={hasRedirectUrl ? messages.cancel(merchant) : savingMessages.cancel}
      />
    </div>
  );
}

/** The payer's bank wants to authenticate them before the card is saved. */
export function CardAuthentication({
  saving,
  authenticationUrl,
  anotherCardUrl,
  cancelUrl,
  hasRedirectUrl,
}: CheckoutPageOf<'save_authenticate'>) {
  const { messages, name } = usePageLocale();
  const { authenticate, anotherCard, cancel } = useCardSavingMessages();
  return (
    <CheckoutResult
      page="save_authenticate"
      action={
        <>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
            <RedirectLink to={authenticationUrl}>{messages.authenticate.goOn}</RedirectLink>
          </div>
          {anotherCardUrl && <CancelForm to={anotherCardUrl} label={anotherCard} />}
          <CancelForm
            to={cancelUrl}
            label={hasRedirectUrl ? messages.cancel(name(saving.merchantName)) : cancel}
          />
        </>
      }
    >
      <p>{authenticate}</p>
    </CheckoutResult>
  );
}

/** The payer came back from their bank, and the acquirer doesn't know the result yet. */
export function CardChecking({ refreshUrl, script }: CheckoutPageOf<'save_checking'>) {
  const { messages } = usePageLocale();
  const { checking } = useCardSavingMessages();
  return (
    <CheckoutResult
      page="save_checking"
      action={<PageLink to={refreshUrl}>{messages.paying.checkAgain}</PageLink>}
    >
      <p>{checking}</p>
      <CheckProgress script={script} />
    </CheckoutResult>
  );
}

/** The result, and that the card wasn't charged. */
export function CardSavingResult({
  page,
  saving,
  redirectUrl,
  isRedirecting,
}: CheckoutPageOf<'saved' | 'save_removed' | 'save_expired' | 'save_failed' | 'save_cancelled'>) {
  const { messages, name } = usePageLocale();
  const savingMessages = useCardSavingMessages();
  const merchant = name(saving.merchantName);
  const { brand, lastFour } = saving.card ?? { brand: '', lastFour: '' };
  const texts = {
    saved: savingMessages[saving.merchantReason ? 'savedForMerchant' : 'savedForPayer'](
      name(`${getBrandName(brand) ?? ''} ${lastFour}`.trim()),
      merchant,
    ),
    save_removed: savingMessages.save_removed(merchant),
    save_expired: savingMessages.save_expired(merchant),
    save_failed: savingMessages.save_failed,
    save_cancelled: savingMessages.save_cancelled,
  };
  const linkLabel = page === 'saved' ? messages.goOnTo(merchant) : messages.backTo(merchant);
  return (
    <CheckoutResult
      page={page}
      action={redirectUrl && <RedirectLink to={redirectUrl}>{linkLabel}</RedirectLink>}
    >
      <p>{texts[page]}</p>
      {isRedirecting && <p>{messages.takingYouBack}</p>}
      {!redirectUrl && <p>{savingMessages.mayClose}</p>}
    </CheckoutResult>
  );
}

function useCardSavingMessages() {
  return cardSavingMessages[usePageLocale().language];
}
