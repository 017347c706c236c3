import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';

/**
 * What became of a paid intent's money, in minor units: `taken` from the card, `held` for a later capture, and `refunded` of
 * what was taken.
 */
export type PaidAmounts = { taken: number; held: number; refunded: number };

type PaidIntent = {
  accountId: string;
  environment: Environment;
  operation: string;
  amount: number;
  transactionId: string | null;
};

/** Right after the payment. */
export const getInitialAmounts = ({ operation, amount }: PaidIntent): PaidAmounts => ({
  ...(operation === 'authcap' ? { taken: amount, held: 0 } : { taken: 0, held: amount }),
  refunded: 0,
});

/** Now, as the merchant may have captured, voided, or refunded it since. Null: the hold has ended, and nothing was taken. */
export async function retrievePaidAmounts(intent: PaidIntent): Promise<PaidAmounts | null> {
  const { accountId, environment, transactionId } = intent;
  const payment =
    transactionId &&
    (await prisma.transaction.findUnique({ where: { id: transactionId, accountId, environment } }));
  if (!payment) return getInitialAmounts(intent);
  const { amountAuthorized, amountCaptured, amountVoided, amountExpired, amountRefunded } = payment;
  const held = amountAuthorized - amountCaptured - amountVoided - amountExpired;
  return amountCaptured || held ? { taken: amountCaptured, held, refunded: amountRefunded } : null;
}
