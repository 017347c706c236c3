import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { endAuthentication } from '~/payments/checkout/authentications';
import { cancelIntent } from '~/payments/checkout/intent-cancellation';
import { abandonVerification } from '~/payments/checkout/card-saving/card-verifications';
import { cancelCardIntent } from '~/payments/checkout/card-saving/card-attempts';
import { resolveCheckoutVisit } from './checkout-visit';

/** A URL alone cancels nothing: opening it shows the payment. */
export async function loader({ request }: LoaderFunctionArgs) {
  return redirect((await resolveCheckoutVisit(request)).urlFor('page'));
}

/**
 * Cancels the payment or card saving for good or, with `another`, only the attempt whose payer is at their bank. If it's
 * already closed or in progress, shows its state.
 */
export async function action({ request }: ActionFunctionArgs) {
  const { intent, cardIntent, urlFor } = await resolveCheckoutVisit(request);
  const isForAnotherCard = new URL(request.url).searchParams.has('another');
  if (intent?.isAuthenticating) await endAuthentication(intent);
  if (cardIntent?.acceptsCards && isForAnotherCard) await abandonVerification(cardIntent);
  if (isForAnotherCard) return redirect(urlFor('page'), 303);
  if (intent) await cancelIntent(intent);
  if (cardIntent) await cancelCardIntent(cardIntent);
  return redirect(urlFor('waiting'), 303);
}

export { default, ErrorBoundary, handle, meta } from './redirect-route';
