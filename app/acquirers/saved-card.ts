/** Why a merchant charges a saved card without the payer, in the terms of the card networks. */
export const merchantReasons = ['recurring', 'unscheduled', 'installment'] as const;
export type MerchantReason = (typeof merchantReasons)[number];

/**
 * How a payment uses a saved card. Without `merchantReason`, the payer is present. `networkTransactionId`: the card
 * network's ID of the card's verification or first payment, which proves the payer's agreement to the bank.
 */
export type SavedCardUse = { merchantReason?: MerchantReason; networkTransactionId?: string };

type Expiry = { month: number; year: number };

/** No card is valid longer. */
const maximumYears = 30;

/**
 * The bank replaced a card if the acquirer reports a later expiration date than the one that we sent. An earlier or
 * impossible one is a mistake.
 */
export function detectNewExpiry(
  sent: Expiry | undefined,
  reported: Expiry | undefined,
): { newExpiry?: Expiry } {
  if (!sent || !reported) return {};
  const { month, year } = reported;
  const isDate = Number.isInteger(month) && month >= 1 && month <= 12 && Number.isInteger(year);
  const months = (year - sent.year) * 12 + month - sent.month;
  return isDate && months > 0 && months <= maximumYears * 12 ? { newExpiry: reported } : {};
}
