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
import { inquireForPayer } from '~/payments/checkout/payer-inquiries';
import { attemptWithProtection } from '~/payments/card-testing/protection';
import { readForm } from '../forms/form-body';
import { parseBilling } from './card-form/billing-input';
import { parseCardForm, type RetainedCardInput } from './card-form/card-input';
import { mapDeclineToFormState } from './decline-errors';
import { CheckoutPage } from './page/checkout-page';
import { openCardSaving, saveCard } from './card-saving/card-saving';
import {
  buildAuthenticationPage,
  buildIntentPage,
  buildUnknownPage,
  getBillingRules,
  type CheckoutPageData,
} from './page-data';
import type { FormState } from './card-form/form-state';
import { readBrowser } from './card-form/browser';
import { parseSubmission } from './card-form/submission';
import { checkoutMeta } from './page-meta';
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
    // A payer who came back without confirming decides when to continue.
    if (intent.isAuthenticating) return data<CheckoutPageData>(buildIntentPage(visit, intent));
    return data<CheckoutPageData>(buildIntentPage(visit, intent), {
      headers: { Refresh: `5; url=${visit.urlFor('waiting')}` },
    });
  }
  // A payer who has been waiting is redirected to the shop. One who returns later sees the result.
  if (searchParams.has('waiting') && (intent.phase === 'paid' || intent.phase === 'cancelled'))
    return redirectToMerchant(visit, buildIntentPage(visit, intent));
  const state: FormState = searchParams.has('stale')
    ? { reason: 'out_of_date' }
    : afterDecline(await findLastDecline(intent));
  return data<CheckoutPageData>(buildIntentPage(visit, intent, state), {
    status: intent.phase === 'expired' ? 410 : 200,
  });
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
  const { card, ...cardInput } = parseCardForm(form);
  const billing = parseBilling(form, getBillingRules(intent));
  const retained = { ...cardInput.retained, ...(billing.retained && { billing: billing.retained }) };
  const cardErrors = { ...cardInput.cardErrors, ...billing.errors };
  if (!card || Object.keys(cardErrors).length)
    return data<CheckoutPageData>(buildIntentPage(visit, intent, { retained, cardErrors }), { status: 422 });
  const submission = parseSubmission(form, context);
  if (!submission) return redirect(visit.urlFor('stale'));
  const payment = await attemptWithProtection(intent, card, submission, () =>
    payIntent(intent, {
      ...{ card, billing: billing.entered, formId: submission.formId, language: visit.language },
      browser: readBrowser(request, form, context),
    }),
  );

  switch (payment.kind) {
    case 'paid':
      return redirectToMerchant(visit, buildIntentPage(visit, { ...intent, phase: 'paid' }));
    case 'paying':
      return redirect(visit.urlFor('waiting'));
    case 'action_required': {
      const page = buildAuthenticationPage(visit, intent, payment.transactionId);
      return data<CheckoutPageData>(page, {
        headers: { Refresh: `0; url=${page.authenticationUrl}` },
      });
    }
    case 'moved_on':
      return redirect(visit.urlFor('stale'));
    case 'declined':
      return data<CheckoutPageData>(await rebuildPage(request, { retained, ...afterDecline(payment) }));
    case 'link_completed':
      return data<CheckoutPageData>(buildIntentPage(visit, intent, { retained, reason: 'link_completed' }), {
        status: 410,
      });
    case 'acquirer_not_configured':
    case 'too_busy':
      return data<CheckoutPageData>(
        buildIntentPage(visit, { ...intent, phase: 'open' }, { retained, reason: 'unavailable' }),
        {
          status: 503,
        },
      );
    case 'card_limit_reached':
    case 'address_limit_reached':
    case 'proof_needed':
      return data<CheckoutPageData>(buildIntentPage(visit, intent, { retained, reason: payment.kind }), {
        status: 429,
      });
    default:
      return data<CheckoutPageData>(
        buildIntentPage(visit, intent, { retained, cardErrors: { number: payment.kind } }),
        {
          status: 422,
        },
      );
  }
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

function afterDecline(decline: { code: string; attemptsLeft: number } | null): FormState {
  return decline
    ? { ...mapDeclineToFormState(decline.code), declined: { attemptsLeft: decline.attemptsLeft } }
    : {};
}

/** According to the intent's current state. */
async function rebuildPage(
  request: Request,
  state: FormState & { retained: RetainedCardInput },
): Promise<CheckoutPageData> {
  const visit = await resolveCheckoutVisit(request);
  return buildIntentPage(visit, visit.intent!, state);
}

export default function Checkout() {
  return <CheckoutPage pageData={useLoaderData<typeof loader>()} />;
}

export { CheckoutErrorBoundary as ErrorBoundary } from './page/error-boundary';
