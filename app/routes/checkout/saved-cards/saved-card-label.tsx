import type { CheckoutCard } from '~/payments/checkout/saved-cards';
import { getBrandName } from '~/platform/cards/card-brands';

/** "Visa •••• 4242", without the dots for screen readers. It's left-to-right in every language, as on the card. */
export function SavedCardLabel({ brand, lastFour }: Pick<CheckoutCard, 'brand' | 'lastFour'>) {
  return (
    <bdi dir="ltr" className="tabular-nums">
      {getBrandName(brand)}{' '}
      <span className="whitespace-nowrap">
        <span aria-hidden="true">•••• </span>
        {lastFour}
      </span>
    </bdi>
  );
}

/** 2029-08 as it's printed on the card: 08/29. */
export const formatPrintedExpiry = (expiry: string) => `${expiry.slice(5)}/${expiry.slice(2, 4)}`;
