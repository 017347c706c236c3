import type { ComponentProps, ReactNode } from 'react';
import { cardBrands, type CardBrand } from '~/platform/cards/card-brands';

/**
 * The card brands before the payer types, and then the one of their card: the script hides the others. Decorative, because
 * the script also writes the brand's name.
 */
export function BrandMarks() {
  return (
    <span id="marks" aria-hidden="true" className="flex flex-wrap gap-1">
      {cardBrands.map((brand) => (
        <Mark
          key={brand}
          brand={brand}
          data-brand={brand}
          data-first={initialBrands.includes(brand)}
          {...(!initialBrands.includes(brand) && { hidden: true })}
        />
      ))}
    </span>
  );
}

/** The mark of a card's brand, with the brand's name beside it. An empty card for an unknown brand. */
export function BrandMark({ brand }: { brand: string }) {
  return <Mark brand={brand as CardBrand} aria-hidden="true" />;
}

const Mark = ({ brand, ...attributes }: { brand: CardBrand } & ComponentProps<'svg'>) => (
  <svg
    {...attributes}
    viewBox="0 0 36 24"
    className="h-5 w-[1.875rem] shrink-0 rounded-[3px] outline outline-line"
  >
    {marks[brand]}
  </svg>
);

/** Together with the field's label, more don't fit on a small phone. */
const initialBrands: readonly CardBrand[] = ['visa', 'mastercard', 'american-express', 'discover'];

const word = (text: string, fill: string, size: number): ReactNode => (
  <text
    x="18"
    y="12"
    dy="0.36em"
    textAnchor="middle"
    fontSize={size}
    fontWeight="800"
    fontFamily="Arial, sans-serif"
    fill={fill}
  >
    {text}
  </text>
);

const background = (fill: string): ReactNode => <rect width="36" height="24" fill={fill} />;

const overlappingCircles = (left: string, right: string, middle: string): ReactNode => (
  <>
    {background('#ffffff')}
    <circle cx="14" cy="12" r="7.5" fill={left} />
    <circle cx="22" cy="12" r="7.5" fill={right} />
    <path d="M18 5.66a7.5 7.5 0 0 1 0 12.68 7.5 7.5 0 0 1 0-12.68" fill={middle} />
  </>
);

const marks: Record<CardBrand, ReactNode> = {
  visa: (
    <>
      {background('#ffffff')}
      <g transform="skewX(-12) translate(2.5)">{word('VISA', '#1434cb', 12)}</g>
    </>
  ),
  mastercard: overlappingCircles('#eb001b', '#f79e1b', '#ff5f00'),
  'american-express': (
    <>
      {background('#016fd0')}
      {word('AMEX', '#ffffff', 10)}
    </>
  ),
  discover: (
    <>
      {background('#ffffff')}
      <path d="M36 13v11H12C24 22 32 18 36 13" fill="#f27712" />
      {word('DISCOVER', '#111111', 6.4)}
    </>
  ),
  'diners-club': (
    <>
      {background('#ffffff')}
      <circle cx="18" cy="12" r="8" fill="#0079be" />
      <circle cx="18" cy="12" r="6.2" fill="#ffffff" />
      <path d="M16.5 7.2v9.6a5 5 0 0 1 0-9.6m3 0a5 5 0 0 1 0 9.6" fill="#0079be" />
    </>
  ),
  jcb: (
    <>
      {background('#ffffff')}
      <rect x="6" y="4" width="7" height="16" rx="3" fill="#0b4ea2" />
      <rect x="14.5" y="4" width="7" height="16" rx="3" fill="#d7182a" />
      <rect x="23" y="4" width="7" height="16" rx="3" fill="#009b48" />
    </>
  ),
  maestro: overlappingCircles('#0099df', '#eb001b', '#6c6bbd'),
  unionpay: (
    <>
      {background('#ffffff')}
      <path d="M7 4h8l-3 16H4z" fill="#e21836" />
      <path d="M14 4h9l-3 16h-9z" fill="#00447c" />
      <path d="M22 4h10l-3 16H19z" fill="#007b84" />
    </>
  ),
};
