// For addresses of the checkout that only lead on: a fault of ours is reported by a page there too, as everywhere in the checkout.
export { CheckoutErrorBoundary as ErrorBoundary } from './page/error-boundary';
export { checkoutMeta as meta } from './page-meta';

export const handle = { script: false };

export default function RedirectRoute() {
  return null;
}
