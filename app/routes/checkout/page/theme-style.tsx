import './theme.css';
import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { renderThemeStyleSheet } from '~/merchants/checkout-design/checkout-theme';
import { useNonce } from '~/ui/layout/nonce';

/** The merchant's theme as a style sheet that the page's policy allows. */
export function CheckoutThemeStyle({ design }: { design: CheckoutDesign }) {
  const nonce = useNonce();
  const css = getStyleSheet(design);
  return css && <style nonce={nonce}>{css}</style>;
}

/** Computing readable shades takes time, so it's cached: all payers share the published object. */
function getStyleSheet(design: CheckoutDesign): string {
  const css = styleSheets.get(design) ?? renderThemeStyleSheet(design);
  styleSheets.set(design, css);
  return css;
}

const styleSheets = new WeakMap<CheckoutDesign, string>();

/** Decorative: the merchant's name follows. */
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
