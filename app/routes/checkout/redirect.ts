import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { buildCardRedirectUrl, buildRedirectUrl } from '~/payments/checkout/redirect-url';
import { recordRedirect } from '~/payments/checkout/checkout-visits';
import type { CheckoutIntent } from '~/payments/checkout/payment-intents';
import { buildLinkUrl } from '~/platform/http/surfaces.server';
import type { Locale } from '~/platform/text/languages';
import { isPageView, resolveCheckoutVisit } from './checkout-visit';

/** Redirects to the merchant through our own URL, so that the merchant can see whether the payer left. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { intent, cardIntent, locale, urlFor } = await resolveCheckoutVisit(request);
  const isRecorded = isPageView(request);
  if (cardIntent) {
    if (cardIntent.phase === 'open' || !cardIntent.successUrl) return redirectTo(urlFor('page'));
    const visited = isRecorded ? await recordRedirect(cardIntent) : cardIntent;
    return redirectTo((await buildCardRedirectUrl(visited)) ?? urlFor('page'));
  }
  if (!intent || intent.phase === 'open' || intent.phase === 'paying') return redirect(urlFor('page'));
  const redirectUrl = await buildRedirectUrl(
    isRecorded ? await recordRedirect(intent) : intent,
    intent.phase === 'paid' || intent.phase === 'blocked' ? intent.transactionId : null,
  );
  return redirectTo(keepLanguage(redirectUrl, intent, locale));
}

/** A payment link's own pages have the language that the payer chose last. */
function keepLanguage(
  redirectUrl: string,
  { environment, paymentLinkId }: CheckoutIntent,
  locale: Locale,
): string {
  if (!paymentLinkId || !redirectUrl.startsWith(buildLinkUrl(environment, paymentLinkId))) return redirectUrl;
  const url = new URL(redirectUrl);
  url.searchParams.set('lang', locale);
  return url.href;
}

function redirectTo(redirectUrl: string) {
  return redirect(redirectUrl, {
    headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  });
}

export { default, ErrorBoundary, handle, meta } from './redirect-route';
