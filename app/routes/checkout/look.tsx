import './look.css';
import type { CheckoutDesign } from '~/merchants/checkout-design';
import { styleSheetOf } from '~/merchants/checkout-look';
import { useNonce } from '~/ui/nonce';

/** The merchant's colours, font and corners, as a style sheet that this page's policy lets in. */
export function Look({ design }: { design: CheckoutDesign }) {
  const nonce = useNonce();
  const css = styleSheetFor(design);
  return css && <style nonce={nonce}>{css}</style>;
}

/** Readable shades are sought, which need not be done for each payer: what is published is one object for all of them. */
function styleSheetFor(design: CheckoutDesign): string {
  const css = styleSheets.get(design) ?? styleSheetOf(design);
  styleSheets.set(design, css);
  return css;
}

const styleSheets = new WeakMap<CheckoutDesign, string>();

/** Says nothing to those who hear the page: the name stands below it. */
export function Logo({ logoId }: Pick<CheckoutDesign, 'logoId'>) {
  return (
    logoId && (
      <img
        src={`/logos/${logoId}.png`}
        alt=""
        height="48"
        className="mb-3 h-12 w-auto max-w-full object-contain object-left rtl:object-right"
      />
    )
  );
}
