import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { cancelIntent } from '~/payments/cancellations';
import { cancelCardIntent } from '~/payments/card-keeping';
import { receiveVisit } from './visit';

/** Nothing is cancelled by an address alone: whoever opens it is shown the payment. */
export async function loader({ request }: LoaderFunctionArgs) {
  return redirect((await receiveVisit(request)).to('page'));
}

/** Ends the payment, or the saving of a card, for good. What had ended before, or is under way, is shown as it is. */
export async function action({ request }: ActionFunctionArgs) {
  const { intent, saving, to } = await receiveVisit(request);
  if (intent) await cancelIntent(intent);
  if (saving) await cancelCardIntent(saving);
  return redirect(to('waiting'), 303);
}

export { default, ErrorBoundary, handle, meta } from './no-page';
