import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import type { BillingDetailsMode } from '~/merchants/accounts/settings';
import { getMaximumAmount } from '~/platform/money/currencies';

/**
 * A line of a payment link. `unitPrice`: minor units. Without an adjustable quantity, the payer can't change it, and
 * `quantity` counts.
 */
export type LinkItem = {
  name: string;
  description?: string;
  unitPrice: number;
  quantity: number;
  adjustableQuantity?: { minimum: number; maximum: number };
};

/** The bounds of an amount that the payer chooses. Minor units. */
export type ChosenAmount = { minimum: number; maximum: number; suggested?: number };

/** What a payment link sells, and how. Either items or an amount that the payer chooses. */
export type LinkTerms = {
  name: string;
  currency: string;
  items: LinkItem[];
  chosenAmount?: ChosenAmount;
  /** Absent: the account's settings. */
  operation?: 'authorize' | 'authcap';
  billingDetails?: BillingDetailsMode;
  billingRequired?: boolean;
  emailRequired: boolean;
  /** The verb of the pay button. Absent: the checkout design's. */
  payWord?: CheckoutDesign['payWord'];
  /** What the payer sees after the payment: a text, or the merchant's page. */
  thankYouText?: string;
  redirectUrl?: string;
  expiresAt?: Date;
  maximumPayments?: number;
};

export const linkLimits = {
  name: 120,
  items: 20,
  thankYouText: 1_000,
  payments: 10_000,
  quantity: 999,
} as const;

export const linkStatuses = ['active', 'inactive', 'expired', 'completed'] as const;
/** `inactive`: switched off. `completed`: paid as often as it can be. */
export type LinkStatus = (typeof linkStatuses)[number];

/** What the payer chose. `quantities`: by item, for those that have a choice. `amount`: minor units. */
export type LinkChoice = { amount?: number; quantities?: (number | undefined)[] };

/** Whether the payer has to choose something before they can pay. */
export const hasChoice = ({ items, chosenAmount }: Pick<LinkTerms, 'items' | 'chosenAmount'>): boolean =>
  chosenAmount !== undefined || items.some(({ adjustableQuantity }) => adjustableQuantity);

/** The most that a payment with a link can amount to, in minor units. */
export const getLinkMaximum = ({ items, chosenAmount }: Pick<LinkTerms, 'items' | 'chosenAmount'>): number =>
  chosenAmount?.maximum ??
  items.reduce(
    (sum, { unitPrice, quantity, adjustableQuantity }) =>
      sum + unitPrice * (adjustableQuantity?.maximum ?? quantity),
    0,
  );

/** Whether each payment with these terms has an amount that the currency allows. */
export function isAmountAllowed(terms: Pick<LinkTerms, 'items' | 'chosenAmount' | 'currency'>): boolean {
  const maximum = getLinkMaximum(terms);
  return maximum >= 1 && maximum <= getMaximumAmount(terms.currency);
}

/** The order of a payment. Null for a choice that the link doesn't offer. @param orderId for receipts and support */
export function buildLinkOrder(
  { name, currency, items, chosenAmount }: Pick<LinkTerms, 'name' | 'currency' | 'items' | 'chosenAmount'>,
  { amount, quantities = [] }: LinkChoice,
  orderId: string,
) {
  const common = { order_id: orderId, order_currency: currency };
  if (chosenAmount) {
    const isOffered =
      amount !== undefined && amount >= chosenAmount.minimum && amount <= chosenAmount.maximum;
    return isOffered
      ? { ...common, order_amount: amount, order_items: [{ name, quantity: 1, unit_price: amount }] }
      : null;
  }
  const lines = items.map(({ unitPrice, description, adjustableQuantity, ...item }, index) => {
    const quantity = adjustableQuantity ? quantities[index] : item.quantity;
    const isOffered =
      quantity !== undefined &&
      (!adjustableQuantity ||
        (quantity >= adjustableQuantity.minimum && quantity <= adjustableQuantity.maximum));
    return isOffered
      ? { name: item.name, quantity, unit_price: unitPrice, ...(description && { description }) }
      : null;
  });
  // Of several items, the payer can leave some out, but not all.
  const chosen = lines.filter((line) => line !== null && line.quantity > 0) as NonNullable<
    (typeof lines)[number]
  >[];
  if (lines.includes(null) || !chosen.length) return null;
  const total = chosen.reduce((sum, line) => sum + line.quantity * line.unit_price, 0);
  return { ...common, order_amount: total, order_items: chosen };
}
