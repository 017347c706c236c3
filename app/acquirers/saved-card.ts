/** Why a merchant charges a saved card without the payer, in the terms of the card networks. */
export const merchantReasons = ['recurring', 'unscheduled', 'installment'] as const;
export type MerchantReason = (typeof merchantReasons)[number];

/**
 * How a payment uses a saved card. Without `merchantReason`, the payer is present. `networkTransactionId`: the card
 * network's ID of the card's verification or first payment, which proves the payer's agreement to the bank.
 */
export type SavedCardUse = { merchantReason?: MerchantReason; networkTransactionId?: string };

type Expiry = { month: number; year: number };

/** The bank replaced a card if the acquirer reports another expiration date than the one that we sent. */
export function detectNewExpiry(
  sent: Expiry | undefined,
  reported: Expiry | undefined,
): { newExpiry?: Expiry } {
  if (!sent || !reported) return {};
  const isSame = reported.month === sent.month && reported.year === sent.year;
  return isSame ? {} : { newExpiry: reported };
}
