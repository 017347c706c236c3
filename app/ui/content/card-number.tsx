import { getBrandName } from '~/platform/cards/card-brands';

export function getCardBrandLabel(brand: string | null): string {
  return getBrandName(brand) ?? 'Card';
}

/** "Visa •••• 4242": the only form in which a card is shown. */
export function CardNumber({ brand, lastFour }: { brand: string | null; lastFour: string | null }) {
  if (!lastFour) return <span className="text-ink-soft">None</span>;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {getCardBrandLabel(brand)} <span aria-hidden="true">••••</span>
      <span className="sr-only">ending in</span> {lastFour}
    </span>
  );
}
