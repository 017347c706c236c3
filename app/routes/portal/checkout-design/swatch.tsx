import type { Color } from '~/merchants/checkout-design/color-contrast';

/** A color sample. It's an SVG, because the page's policy forbids style attributes. */
export function Swatch({ color }: { color: Color }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      className="inline-block shrink-0 rounded-sm border border-line-strong"
    >
      <rect width="16" height="16" fill={color} />
    </svg>
  );
}
