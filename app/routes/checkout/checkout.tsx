import {
  data,
  redirect,
  type ActionFunctionArgs,
  type AppLoadContext,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findLastDecline, payIntent } from '~/payments/checkout/checkout-payments';
import type { CheckoutIntent } from '~/payments/checkout/payment-intents';
import { inquireForPayer } from '~/payments/checkout/payer-inquiries';
import { retrievePaidAmounts } from '~/payments/checkout/paid-amounts.server';
import { hasReceipt } from '~/payments/checkout/receipts';
import { findLinkObstacle } from '~/payments/payment-links/link-places';
import { attemptWithProtection } from '~/payments/card-testing/protection';
import { readForm } from '../forms/form-body';
import { parseBilling } from './card-form/billing-input';
import { mapDeclineToFormState } from './decline-errors';
import { CheckoutPage } from './page/checkout-page';
import { openCardSaving, saveCard } from './card-saving/card-saving';
import {
  buildAuthenticationPage,
  buildIntentPage,
  buildTakenLinkPage,
  buildUnknownPage,
  getBillingRules,
  type CheckoutPageData,
} from './page-data';
import { newCardChoice, readCleared, type FormState } from './card-form/form-state';
import { readBrowser } from './card-form/browser';
import { parseSubmission } from './card-form/submission';
import { checkoutMeta } from './page-meta';
import { writeLinkAttempt } from './payment-link/link-attempt-cookie';
import { readPaymentCard } from './saved-cards/payment-card';
import { resolveCheckoutVisit, type CheckoutVisit } from './checkout-visit';

export const handle = { script: false };

export const meta = checkoutMeta;

/** Automatic redirects use a header, which needs no script and leaves no form in the history. */
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  actionHeaders.has('Refresh') ? actionHeaders : loaderHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.submittedPage) return data<CheckoutPageData>(context.submittedPage);
  const visit = await resolveCheckoutVisit(request);
  const { intent, cardIntent } = visit;
  if (cardIntent) return openCardSaving(visit, cardIntent, request);
  if (!intent) return data<CheckoutPageData>(buildUnknownPage(visit), { status: 404 });
  const { searchParams } = new URL(request.url);
  if (intent.phase === 'paying') {
    if (intent.transactionId && (await inquireForPayer(intent.transactionId)))
      return redirect(visit.urlFor('waiting'));
    // A payer who came back without confirming decides when to continue. Another tab may complete the payment meanwhile.
    if (intent.isAuthenticating)
      return data<CheckoutPageData>(
        await buildIntentPage(visit, intent, await findState(intent, searchParams)),
        {
          headers: { Refresh: `10; url=${visit.urlFor(searchParams.has('stale') ? 'stale' : 'page')}` },
        },
      );
    return data<CheckoutPageData>(await buildIntentPage(visit, intent), {
      headers: { Refresh: `5; url=${visit.urlFor('waiting')}` },
    });
  }
  // A payer who has been waiting is redirected to the shop. One who returns later sees the result.
  if (searchParams.has('waiting') && (intent.phase === 'paid' || intent.phase === 'cancelled'))
    return redirectToMerchant(visit, await buildIntentPage(visit, intent));
  const taken = await respondToTakenLink(visit, intent);
  if (taken) return taken;
  const page = await buildIntentPage(visit, intent, await findState(intent, searchParams));
  if (page.page === 'paid') {
    const amounts = await retrievePaidAmounts(intent);
    if (!amounts) return data<CheckoutPageData>({ ...page, page: 'released' });
    return data<CheckoutPageData>({ ...page, amounts, hasReceipt: await hasReceipt(intent) });
  }
  return data<CheckoutPageData>(page, { status: intent.phase === 'expired' ? 410 : 200 });
}

async function findState(intent: CheckoutIntent, flags: URLSearchParams): Promise<FormState> {
  if (flags.has('stale')) return { reason: 'out_of_date' };
  if (flags.has('removed')) return { wasCardRemoved: true };
  return { ...afterDecline(await findLastDecline(intent)), ...readCleared(flags) };
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    /** The page after a submitted form, for the loader of the same request: only its data decide the title, too. */
    submittedPage?: CheckoutPageData;
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const response = await submitForm(request, context);
  if ('data' in response) context.submittedPage = response.data;
  return response;
}

/** Pays. The response is a page instead of a redirect, because form-action would block the shop's URL. */
async function submitForm(request: Request, context: AppLoadContext) {
  const visit = await resolveCheckoutVisit(request);
  const { intent, cardIntent } = visit;
  if (cardIntent) return saveCard(visit, cardIntent, request, context);
  if (!intent) return data<CheckoutPageData>(buildUnknownPage(visit), { status: 404 });
  if (intent.phase !== 'open' && intent.phase !== 'paying' && intent.phase !== 'paid')
    return redirect(visit.urlFor('page'));
  const form = await readForm(request);
  const { state: cardState, ...payment } = await readPaymentCard(form, intent);
  const billing = parseBilling(form, getBillingRules(intent));
  const state: FormState = {
    ...cardState,
    retained: { ...cardState.retained, ...(billing.retained && { billing: billing.retained }) },
  };
  const cardErrors = { ...cardState.cardErrors, ...billing.errors };
  if (!payment.card || Object.keys(cardErrors).length)
    return respondWithForm(visit, intent, { ...state, cardErrors }, 422);
  const { card, savedCard } = payment;
  const submission = parseSubmission(form, context);
  if (!submission) return redirect(visit.urlFor('stale'));
  const result = await attemptWithProtection(intent, card, submission, () =>
    payIntent(intent, {
      ...{ card, savedCard, billing: billing.entered, formId: submission.formId, language: visit.language },
      browser: readBrowser(request, form, context),
    }),
  );

  switch (result.kind) {
    case 'paid':
      return redirectToMerchant(visit, await buildIntentPage(visit, { ...intent, phase: 'paid' }));
    case 'paying':
      return redirect(visit.urlFor('waiting'), { headers: writeLinkAttempt(intent) });
    case 'action_required': {
      const page = buildAuthenticationPage(visit, intent, result.transactionId);
      return data<CheckoutPageData>(page, {
        headers: { Refresh: `0; url=${page.authenticationUrl}`, ...writeLinkAttempt(intent) },
      });
    }
    case 'moved_on':
      return redirect(visit.urlFor('stale'));
    case 'declined':
      return data<CheckoutPageData>(await rebuildPage(request, { ...state, ...afterDecline(result) }));
    case 'link_taken':
      // Its page says who pays, and a reload doesn't submit the card again.
      return redirect(visit.urlFor('page'));
    case 'acquirer_not_configured':
    case 'too_busy':
      return respondWithForm(visit, { ...intent, phase: 'open' }, { ...state, reason: 'unavailable' }, 503);
    case 'card_limit_reached':
    case 'address_limit_reached':
    case 'proof_needed':
      return respondWithForm(visit, intent, { ...state, reason: result.kind }, 429);
    default:
      return respondWithForm(visit, intent, { ...state, cardErrors: { number: result.kind } }, 422);
  }
}

const respondWithForm = async (
  visit: CheckoutVisit,
  intent: CheckoutIntent,
  state: FormState,
  status: number,
) => data<CheckoutPageData>(await buildIntentPage(visit, intent, state), { status });

/** Null unless others have made, or are making, all payments of the intent's link. */
async function respondToTakenLink(visit: CheckoutVisit, intent: CheckoutIntent) {
  const { id: intentId, paymentLinkId: linkId, linkMaximum: maximum, phase } = intent;
  if (!linkId || !maximum || (phase !== 'open' && phase !== 'expired')) return null;
  const obstacle = await findLinkObstacle({ linkId, intentId, maximum });
  if (!obstacle || (phase === 'expired' && obstacle === 'in_progress')) return null;
  return data<CheckoutPageData>(
    buildTakenLinkPage(visit, intent, obstacle),
    obstacle === 'in_progress'
      ? { status: 409, headers: { Refresh: `10; url=${visit.urlFor('page')}` } }
      : { status: 410 },
  );
}

/** Redirects the browser to the shop. */
function redirectToMerchant(visit: CheckoutVisit, pageData: CheckoutPageData) {
  return data<CheckoutPageData>(
    {
      ...pageData,
      ...(pageData.page === 'paid' || pageData.page === 'cancelled' ? { isRedirecting: true } : {}),
    },
    { headers: { Refresh: `0; url=${visit.urlFor('return')}` } },
  );
}

function afterDecline(decline: Awaited<ReturnType<typeof findLastDecline>>): FormState {
  if (!decline) return {};
  const { code, attemptsLeft, token, isAbandoned } = decline;
  // The payer knows why the card wasn't charged.
  if (isAbandoned) return { choice: newCardChoice, switched: { attemptsLeft } };
  return {
    ...mapDeclineToFormState(code, { isSavedCard: token !== null }),
    declined: { attemptsLeft },
    choice: token ?? newCardChoice,
  };
}

/** According to the intent's current state. */
async function rebuildPage(request: Request, state: FormState): Promise<CheckoutPageData> {
  const visit = await resolveCheckoutVisit(request);
  return buildIntentPage(visit, visit.intent!, state);
}

export default function Checkout() {
  return <CheckoutPage pageData={useLoaderData<typeof loader>()} />;
}

export { CheckoutErrorBoundary as ErrorBoundary } from './page/error-boundary';
