import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';

/**
 * What became of a paid intent's money, in minor units: `taken` from the card, `held` for a later capture, and, of what was
 * taken, `refunded` by the merchant and `chargedBack` by the bank.
 */
export type PaidAmounts = { taken: number; held: number; refunded: number; chargedBack: number };

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
  ...{ refunded: 0, chargedBack: 0 },
});

/** Now, as the merchant may have captured, voided, or refunded it since. Null: the hold has ended, and nothing was taken. */
export async function retrievePaidAmounts(intent: PaidIntent): Promise<PaidAmounts | null> {
  const { accountId, environment, transactionId } = intent;
  const payment =
    transactionId &&
    (await prisma.transaction.findUnique({ where: { id: transactionId, accountId, environment } }));
  if (!payment) return getInitialAmounts(intent);
  const { amountAuthorized, amountCaptured: taken, amountVoided, amountExpired } = payment;
  const { amountRefunded: refunded, amountChargedBack: chargedBack } = payment;
  const held = amountAuthorized - taken - amountVoided - amountExpired;
  return taken || held ? { taken, held, refunded, chargedBack } : null;
}
