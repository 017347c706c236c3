import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { cancelIntent } from '~/payments/checkout/intent-cancellation';
import { cancelCardIntent } from '~/payments/checkout/card-saving';
import { resolveCheckoutVisit } from './checkout-visit';

/** Nothing is canceled by an address alone: anyone who opens it is shown the payment. */
export async function loader({ request }: LoaderFunctionArgs) {
  return redirect((await resolveCheckoutVisit(request)).urlFor('page'));
}

/** Ends the payment, or the saving of a card, for good. What had ended before, or is under way, is shown as it is. */
export async function action({ request }: ActionFunctionArgs) {
  const { intent, cardIntent, urlFor } = await resolveCheckoutVisit(request);
  if (intent) await cancelIntent(intent);
  if (cardIntent) await cancelCardIntent(cardIntent);
  return redirect(urlFor('waiting'), 303);
}

export { default, ErrorBoundary, handle, meta } from './redirect-route';
