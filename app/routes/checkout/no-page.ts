// For addresses of the checkout that only lead on: a fault of ours is told by a page there too, as everywhere in the checkout.
export { Failed as ErrorBoundary } from './failed';
export { checkoutMeta as meta } from './title';

export const handle = { script: false };

export default function NoPage() {
  return null;
}
