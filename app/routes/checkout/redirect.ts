import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { buildCardRedirectUrl, buildRedirectUrl } from '~/payments/checkout/redirect-url';
import { recordRedirect } from '~/payments/checkout/checkout-visits';
import { isPageView, resolveCheckoutVisit } from './checkout-visit';

/** Redirects to the merchant through our own URL, so that the merchant can see whether the payer left. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { intent, cardIntent, urlFor } = await resolveCheckoutVisit(request);
  const isRecorded = isPageView(request);
  if (cardIntent) {
    if (cardIntent.phase === 'open' || !cardIntent.successUrl) return redirectTo(urlFor('page'));
    const visited = isRecorded ? await recordRedirect(cardIntent) : cardIntent;
    return redirectTo((await buildCardRedirectUrl(visited)) ?? urlFor('page'));
  }
  if (!intent || intent.phase === 'open' || intent.phase === 'paying') return redirect(urlFor('page'));
  return redirectTo(
    await buildRedirectUrl(
      isRecorded ? await recordRedirect(intent) : intent,
      intent.phase === 'paid' || intent.phase === 'blocked' ? intent.transactionId : null,
    ),
  );
}

function redirectTo(redirectUrl: string) {
  return redirect(redirectUrl, {
    headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  });
}

export { default, ErrorBoundary, handle, meta } from './redirect-route';
