import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { retrievePaidAmounts } from '~/payments/checkout/paid-amounts.server';
import { hasReceipt } from '~/payments/checkout/receipts';
import { getLinkPath } from '~/platform/http/surfaces.server';
import { LinkPageContent } from './link-page';
import { buildUnknownLinkPage, readPublicLink, type LinkPageData } from './link-page-data';

export const handle = { script: false };

/** After the payment. What the page says comes from our records, never from its URL. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const found = await readPublicLink(request, params.id);
  if (!found) return data<LinkPageData>(buildUnknownLinkPage(request), { status: 404 });
  const { link, page } = found;
  const { id, accountId, environment, thankYouText } = link;
  const intentId = new URL(request.url).searchParams.get('intent_id') ?? '';
  const intent = await findCheckoutIntent({ accountId, environment, intentId });
  if (intent?.paymentLinkId !== id || intent.phase !== 'paid') return redirect(getLinkPath(environment, id));
  return data<LinkPageData>({
    ...{ ...page, page: 'thanks' },
    amount: intent.amount,
    amounts: await retrievePaidAmounts(intent),
    reference: intent.order.order_id ?? intent.externalId,
    text: thankYouText ?? '',
    hasReceipt: await hasReceipt(intent),
  });
}

export default function ThankYouPage() {
  return <LinkPageContent pageData={useLoaderData<typeof loader>() as LinkPageData} />;
}

export { linkMeta as meta } from './link-meta';
export { CheckoutErrorBoundary as ErrorBoundary } from '../page/error-boundary';
