/** Why a merchant charges a saved card without the payer, in the terms of the card networks. */
export const merchantReasons = ['recurring', 'unscheduled', 'installment'] as const;
export type MerchantReason = (typeof merchantReasons)[number];

/**
 * How a payment uses a saved card. Without `merchantReason`, the payer is present. `networkTransactionId`: the card
 * network's ID of the card's verification or first payment, which proves the payer's agreement to the bank.
 */
export type SavedCardUse = { merchantReason?: MerchantReason; networkTransactionId?: string };
