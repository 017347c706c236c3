import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listPayerCards, removePayerCard } from '~/payments/checkout/saved-cards';
import { resolveCheckoutVisit } from './checkout-visit';
import { buildRemovalPage, type CheckoutPageData } from './page-data';
import { checkoutMeta } from './page-meta';
import { CheckoutPage } from './page/checkout-page';

export const handle = { script: false };

export const meta = checkoutMeta;

/** Asks whether the card is to be removed. Only an open payment offers its payer's cards. */
export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await resolveCheckoutVisit(request);
  const { intent } = visit;
  const cards = intent?.phase === 'open' ? await listPayerCards(intent) : [];
  const cardId = readCardId(request);
  const card = cards.find(({ id }) => id === cardId);
  if (!intent || !card) return redirect(visit.urlFor('page'));
  return data<CheckoutPageData>(buildRemovalPage(visit, intent, card));
}

/** Removes the card for good. Removing it twice has the same effect. */
export async function action({ request }: ActionFunctionArgs) {
  const { intent, urlFor } = await resolveCheckoutVisit(request);
  if (intent?.phase !== 'open') return redirect(urlFor('page'), 303);
  await removePayerCard(intent, readCardId(request));
  return redirect(urlFor('removed'), 303);
}

const readCardId = ({ url }: Request) => new URL(url).searchParams.get('card') ?? '';

export default function RemoveCard() {
  return <CheckoutPage pageData={useLoaderData<typeof loader>()} />;
}

export { CheckoutErrorBoundary as ErrorBoundary } from './page/error-boundary';
