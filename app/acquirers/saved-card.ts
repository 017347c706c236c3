/** Why a merchant starts a payment with a saved card. The names are those of the card networks. */
export const merchantReasons = ['recurring', 'unscheduled', 'installment'] as const;
export type MerchantReason = (typeof merchantReasons)[number];

/**
 * How a payment uses a card that its payer has saved. Without `merchantReason`, the payer starts the payment.
 * `networkTransactionId`: the card network's ID of the first payment with this card, or of its verification. It proves the
 * payer's agreement to the bank. Undefined when no acquirer has reported it.
 */
export type SavedCardUse = { merchantReason?: MerchantReason; networkTransactionId?: string };
