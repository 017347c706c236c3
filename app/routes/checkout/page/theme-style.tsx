import './theme.css';
import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { renderThemeStyleSheet } from '~/merchants/checkout-design/checkout-theme';
import { useNonce } from '~/ui/layout/nonce';

/** The merchant's colors, font and corners, as a style sheet that this page's policy lets in. */
export function CheckoutThemeStyle({ design }: { design: CheckoutDesign }) {
  const nonce = useNonce();
  const css = getStyleSheet(design);
  return css && <style nonce={nonce}>{css}</style>;
}

/** Readable shades are sought, which need not be done for each payer: what is published is one object for all of them. */
function getStyleSheet(design: CheckoutDesign): string {
  const css = styleSheets.get(design) ?? renderThemeStyleSheet(design);
  styleSheets.set(design, css);
  return css;
}

const styleSheets = new WeakMap<CheckoutDesign, string>();

/** Says nothing to those who hear the page: the name stands below it. */
export function MerchantLogo({ logoId }: Pick<CheckoutDesign, 'logoId'>) {
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
