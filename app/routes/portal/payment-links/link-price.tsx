import type { SerializeFrom } from '@remix-run/node';
import { getLinkMaximum } from '~/payments/payment-links/payment-link';
import { Money } from '~/ui/content/money';
import type { LinkSummary } from './link-summary';

/** What a payment costs: one amount, or from the least to the most. */
export function LinkPrice({ link }: { link: SerializeFrom<LinkSummary> }) {
  const { chosenAmount, items, currency } = link;
  const most = getLinkMaximum({ items, ...(chosenAmount && { chosenAmount }) });
  const required = items.map(
    ({ unitPrice, quantity, adjustableQuantity }) => unitPrice * (adjustableQuantity?.minimum ?? quantity),
  );
  // If every item is optional, payers still have to choose at least one.
  const least =
    chosenAmount?.minimum ??
    (required.reduce((sum, price) => sum + price, 0) || Math.min(...items.map(({ unitPrice }) => unitPrice)));
  if (least === most) return <Money amount={most} currency={currency} />;
  return (
    <>
      <Money amount={least} currency={currency} /> to <Money amount={most} currency={currency} />
    </>
  );
}
