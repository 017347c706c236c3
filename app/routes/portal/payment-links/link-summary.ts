import type { ChosenAmount, LinkItem } from '~/payments/payment-links/payment-link';
import type { PaymentLink } from '~/payments/payment-links/payment-links';

/** What the list and the page of a payment link have in common. */
export type LinkSummary = Pick<PaymentLink, 'id' | 'name' | 'status' | 'currency'> & {
  items: LinkItem[];
  chosenAmount: ChosenAmount | null;
  createdAt: Date;
};

export const toLinkSummary = ({
  id,
  name,
  status,
  currency,
  items,
  chosenAmount,
  createdAt,
}: PaymentLink): LinkSummary => ({
  ...{ id, name, status, currency, items, createdAt },
  chosenAmount: chosenAmount ?? null,
});
