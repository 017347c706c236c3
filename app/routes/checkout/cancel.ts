import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { cancelIntent } from '~/payments/checkout/intent-cancellation';
import { cancelCardIntent } from '~/payments/checkout/card-saving/card-attempts';
import { resolveCheckoutVisit } from './checkout-visit';

/** A URL alone cancels nothing: opening it shows the payment. */
export async function loader({ request }: LoaderFunctionArgs) {
  return redirect((await resolveCheckoutVisit(request)).urlFor('page'));
}

/** Cancels the payment or card saving for good. If it's already closed or in progress, shows its state. */
export async function action({ request }: ActionFunctionArgs) {
  const { intent, cardIntent, urlFor } = await resolveCheckoutVisit(request);
  if (intent) await cancelIntent(intent);
  if (cardIntent) await cancelCardIntent(cardIntent);
  return redirect(urlFor('waiting'), 303);
}

export { default, ErrorBoundary, handle, meta } from './redirect-route';
