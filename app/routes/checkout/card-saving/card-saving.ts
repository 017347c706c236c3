import { data, redirect, type AppLoadContext } from '@remix-run/node';
import { findCardIntent, type CardIntent } from '~/payments/checkout/card-intents';
import { getLastAttempt } from '~/payments/checkout/card-saving/card-attempts';
import { verifyAndSaveCard } from '~/payments/checkout/card-saving/card-saving';
import { inquireForCardPayer } from '~/payments/checkout/card-saving/card-verifications';
import { attemptWithProtection } from '~/payments/card-testing/protection';
import { readForm } from '../../forms/form-body';
import { readBrowser } from '../card-form/browser';
import { parseCardForm } from '../card-form/card-input';
import { type CardErrors } from '../card-form/form-fields';
import { readCleared } from '../card-form/form-state';
import { mapDeclineToFormState } from '../decline-errors';
import { buildPageBase, type CheckoutPageData } from '../page-data';
import { parseSubmission } from '../card-form/submission';
import type { CheckoutVisit } from '../checkout-visit';
import { buildCardSavingPage, type CardSavingState } from './card-saving-data';

/** The card page when it's opened. */
export async function openCardSaving(visit: CheckoutVisit, intent: CardIntent, request: Request) {
  const { searchParams } = new URL(request.url);
  const isForm = intent.acceptsCards && searchParams.has('stale');
  if (intent.isAuthenticating && !isForm)
    return (await inquireForCardPayer(intent))
      ? redirect(visit.urlFor('waiting'))
      : respondWhileWaiting(visit, await reloadCardIntent(intent));
  // A payer who has just saved or canceled is redirected to the shop. One who returns later sees the result.
  if (searchParams.has('waiting') && (intent.phase === 'completed' || intent.phase === 'cancelled'))
    return redirectToMerchant(visit, intent);
  const state: CardSavingState = searchParams.has('stale')
    ? { generalError: 'outOfDate' }
    : { ...toCardSavingState(getLastAttempt(intent)), ...readCleared(searchParams) };
  return respond(visit, intent, state, intent.phase === 'expired' ? 410 : 200);
}

/** Saves the submitted card. */
export async function saveCard(
  visit: CheckoutVisit,
  intent: CardIntent,
  request: Request,
  context: AppLoadContext,
) {
  if (!intent.acceptsCards) return redirect(visit.urlFor('waiting'));
  const form = await readForm(request);
  const { card, ...input } = parseCardForm(form);
  const consent = form.get('consent') === 'yes';
  const isConsentMissing = intent.merchantReason !== null && !consent;
  const retained = { ...input.retained, consent };
  const cardErrors: CardErrors = {
    ...input.cardErrors,
    ...(isConsentMissing && { consent: 'consent_missing' }),
  };
  if (!card || isConsentMissing) return respond(visit, intent, { retained, cardErrors }, 422);
  const submission = parseSubmission(form, context);
  if (!submission) return redirect(visit.urlFor('stale'));
  const result = await attemptWithProtection(intent, card, submission, () =>
    verifyAndSaveCard(intent, {
      ...{ card, formId: submission.formId, language: visit.language },
      browser: readBrowser(request, form, context),
    }),
  );
  switch (result.kind) {
    case 'action_required':
      return respondWhileWaiting(visit, await reloadCardIntent(intent), { isNew: true });
    case 'kept':
      return redirectToMerchant(visit, await reloadCardIntent(intent));
    case 'sent_before': {
      const now = await reloadCardIntent(intent);
      return now.isAuthenticating
        ? respondWhileWaiting(visit, now, { isNew: true })
        : redirect(visit.urlFor('waiting'));
    }
    case 'moved_on':
      return redirect(visit.urlFor('stale'));
    case 'declined':
    case 'unknown':
      // According to the intent's current state.
      return respond(visit, await reloadCardIntent(intent), { retained, ...toCardSavingState(result) });
    case 'acquirer_not_configured':
      return respond(visit, intent, { retained, generalError: 'unavailable' }, 503);
    case 'card_limit_reached':
    case 'address_limit_reached':
    case 'proof_needed':
      return respond(visit, intent, { retained, declineReason: result.kind }, 429);
    default:
      return respond(visit, intent, { retained, cardErrors: { number: result.kind } }, 422);
  }
}

function respond(visit: CheckoutVisit, intent: CardIntent, state?: CardSavingState, status = 200) {
  return data<CheckoutPageData>(
    { ...buildPageBase(visit), ...buildCardSavingPage(visit, intent, state) },
    { status },
  );
}

/** A new challenge redirects to the bank. A payer who came back without confirming decides when to continue. */
function respondWhileWaiting(visit: CheckoutVisit, intent: CardIntent, { isNew = false } = {}) {
  const page = buildCardSavingPage(visit, intent);
  const refresh =
    page.page === 'save_checking'
      ? `5; url=${page.refreshUrl}`
      : page.page === 'save_authenticate' && isNew && `0; url=${page.authenticationUrl}`;
  return data<CheckoutPageData>(
    { ...buildPageBase(visit), ...page },
    refresh ? { headers: { Refresh: refresh } } : {},
  );
}

/** Redirects the browser to the merchant's URL, if there is one. */
function redirectToMerchant(visit: CheckoutVisit, intent: CardIntent) {
  const pageData = buildCardSavingPage(visit, intent);
  if (!('redirectUrl' in pageData) || !pageData.redirectUrl) return respond(visit, intent);
  return data<CheckoutPageData>(
    { ...buildPageBase(visit), ...pageData, isRedirecting: true },
    { headers: { Refresh: `0; url=${pageData.redirectUrl}` } },
  );
}

function toCardSavingState(lastAttempt: ReturnType<typeof getLastAttempt>): CardSavingState {
  if (!lastAttempt) return {};
  if (lastAttempt.kind === 'unknown') return { generalError: 'noAnswer' };
  const { code, attemptsLeft, isAbandoned } = lastAttempt;
  // The payer knows why it wasn't saved.
  if (isAbandoned) return { switched: { attemptsLeft } };
  const { cardErrors, reason } = mapDeclineToFormState(code);
  return { cardErrors, declineReason: reason, declined: { attemptsLeft } };
}

async function reloadCardIntent({ id, accountId, environment }: CardIntent): Promise<CardIntent> {
  return (await findCardIntent({ accountId, environment, intentId: id }))!;
}
