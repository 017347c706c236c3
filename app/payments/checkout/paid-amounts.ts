/**
 * What became of a paid intent's money, in minor units: `taken` from the card, `held` for a later capture, and, of what was
 * taken, `refunded` by the merchant and `chargedBack` by the bank.
 */
export type PaidAmounts = { taken: number; held: number; refunded: number; chargedBack: number };

export type PaidIntent = {
  accountId: string;
  environment: string;
  operation: string;
  amount: number;
  transactionId: string | null;
};

/** Right after the payment. */
export const getInitialAmounts = ({ operation, amount }: PaidIntent): PaidAmounts => ({
  ...(operation === 'authcap' ? { taken: amount, held: 0 } : { taken: 0, held: amount }),
  ...{ refunded: 0, chargedBack: 0 },
});

/** Whether the merchant holds or has some of the money. Otherwise, the payer has all of it back. */
export const isKept = (amounts: PaidAmounts | null): boolean =>
  amounts !== null && amounts.refunded + amounts.chargedBack < amounts.taken + amounts.held;
