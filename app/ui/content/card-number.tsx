import { brandName } from '~/platform/card-brands';

export function getCardBrandLabel(brand: string | null): string {
  return brandName(brand) ?? 'Card';
}

/** "Visa •••• 4242": all that is ever shown of a card. */
export function CardNumber({ brand, lastFour }: { brand: string | null; lastFour: string | null }) {
  if (!lastFour) return <span className="text-ink-soft">None</span>;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {getCardBrandLabel(brand)} <span aria-hidden="true">••••</span>
      <span className="sr-only">ending in</span> {lastFour}
    </span>
  );
}
