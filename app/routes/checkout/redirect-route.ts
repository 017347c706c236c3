// For checkout URLs that only redirect: internal errors are shown as a page there, too.
export { CheckoutErrorBoundary as ErrorBoundary } from './page/error-boundary';
export { checkoutMeta as meta } from './page-meta';

export const handle = { script: false };

export default function RedirectRoute() {
  return null;
}
