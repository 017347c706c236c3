import type { CardIntent } from '~/payments/checkout/card-intents';
import { createPuzzle, type Puzzle } from '~/payments/card-testing/proof-of-work';
import type { Environment } from '~/platform/environment';
import { buildAuthenticationUrl } from '~/platform/http/surfaces.server';
import type { FormState } from '../card-form/form-state';
import type { CheckoutVisit } from '../checkout-visit';
import type { CardSavingMessages } from '../messages/card-saving/en';

/** The merchant who wants the card, and the saved card. */
type CardSavingDetails = {
  environment: Environment;
  merchantName: string;
  merchantReason: CardIntent['merchantReason'];
  card: { brand: string; lastFour: string } | null;
};

/** `declined`, `faults`, and `kept` as on a payment form. `problem` is an error without a field. */
export type CardSavingState = Pick<
  FormState,
  'retained' | 'cardErrors' | 'declined' | 'switched' | 'wasCardCleared'
> & {
  declineReason?: FormState['reason'];
  generalError?: keyof Pick<CardSavingMessages, 'outOfDate' | 'noAnswer' | 'unavailable'>;
};

/**
 * The data of the card-saving page. `back` is null without a redirect URL. `leaving`: the browser is
 * redirected automatically.
 */
export type CardSavingPageData =
  | {
      page: 'save';
      saving: CardSavingDetails;
      challenge: Puzzle;
      cancelUrl: string;
      hasRedirectUrl: boolean;
      state: CardSavingState;
    }
  | {
      page: 'save_authenticate';
      saving: CardSavingDetails;
      authenticationUrl: string;
      /** Where the payer ends the authentication, to save another card. Null after the intent's time. */
      anotherCardUrl: string | null;
      cancelUrl: string;
      hasRedirectUrl: boolean;
    }
  | { page: 'save_checking'; saving: CardSavingDetails; refreshUrl: string }
  | {
      /** `save_removed`: it was saved, and has been removed or closed since. */
      page: 'saved' | 'save_removed' | 'save_expired' | 'save_failed' | 'save_cancelled';
      saving: CardSavingDetails;
      redirectUrl: string | null;
      isRedirecting: boolean;
    };

const resultPages = {
  completed: 'saved',
  expired: 'save_expired',
  failed: 'save_failed',
  cancelled: 'save_cancelled',
} as const;

/**
 * The page for the intent's current state.
 * @param state the result of the form. With it, an open intent shows the form again, even if a payer is at their bank.
 */
export function buildCardSavingPage(
  visit: CheckoutVisit,
  intent: CardIntent,
  state?: CardSavingState,
): CardSavingPageData {
  const { environment, card, phase, merchantReason } = intent;
  const saving = {
    environment,
    merchantName: visit.design.companyName || intent.merchantName,
    merchantReason,
    // A card that was removed or closed has no expiration date anymore.
    card: card?.expiry ? { brand: card.brand, lastFour: card.lastFour } : null,
  };
  const hasRedirectUrl = intent.successUrl !== null;
  if (phase === 'open' && intent.isAuthenticating && !state)
    return intent.hasReturned
      ? { page: 'save_checking', saving, refreshUrl: visit.urlFor('waiting') }
      : {
          page: 'save_authenticate',
          saving,
          authenticationUrl: buildAuthenticationUrl(environment, intent.id),
          anotherCardUrl: intent.acceptsCards ? visit.urlFor('end') : null,
          cancelUrl: visit.urlFor('cancel'),
          hasRedirectUrl,
        };
  if (phase === 'open')
    return {
      page: 'save',
      saving,
      challenge: createPuzzle(intent.id),
      cancelUrl: visit.urlFor('cancel'),
      hasRedirectUrl,
      state: state ?? {},
    };
  return {
    page: phase === 'completed' && !saving.card ? 'save_removed' : resultPages[phase],
    saving,
    redirectUrl: hasRedirectUrl ? visit.urlFor('return') : null,
    isRedirecting: false,
  };
}
