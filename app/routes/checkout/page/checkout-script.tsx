import { useNonce } from '~/ui/layout/nonce';

export type PageScript = { path: string; integrity: string };

/** The script of the checkout pages that have one. A preview has none. */
export function CheckoutScript({ script }: { script?: PageScript }) {
  const nonce = useNonce();
  return script && <script src={script.path} integrity={script.integrity} nonce={nonce} defer />;
}
