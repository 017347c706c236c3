import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { LinkPageContent } from './payment-link/link-page';
import { buildUnknownLinkPage, type LinkPageData } from './payment-link/link-page-data';

export const handle = { script: false };

/** A URL of the checkout that was cut, such as by an email program. Payers don't get the portal's page for it. */
export function loader({ request }: LoaderFunctionArgs) {
  return data<LinkPageData>(buildUnknownLinkPage(request), { status: 404 });
}

export default function IncompleteUrl() {
  return <LinkPageContent pageData={useLoaderData<typeof loader>()} />;
}

export { linkMeta as meta } from './payment-link/link-meta';
export { CheckoutErrorBoundary as ErrorBoundary } from './page/error-boundary';
