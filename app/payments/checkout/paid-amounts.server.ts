import { prisma } from '~/platform/database/db.server';
import { getInitialAmounts, type PaidAmounts, type PaidIntent } from './paid-amounts';

const amountColumns = {
  ...{ amountAuthorized: true, amountCaptured: true, amountVoided: true, amountExpired: true },
  ...{ amountRefunded: true, amountChargedBack: true },
} as const;

/** Of a payment's row. Null: the hold has ended, and nothing was taken. */
export function toPaidAmounts(payment: Record<keyof typeof amountColumns, number>): PaidAmounts | null {
  const { amountAuthorized, amountCaptured: taken, amountVoided, amountExpired } = payment;
  const { amountRefunded: refunded, amountChargedBack: chargedBack } = payment;
  const held = amountAuthorized - taken - amountVoided - amountExpired;
  return taken || held ? { taken, held, refunded, chargedBack } : null;
}

/** Now, as the merchant may have captured, voided, or refunded it since. */
export async function retrievePaidAmounts(intent: PaidIntent): Promise<PaidAmounts | null> {
  const { accountId, environment, transactionId } = intent;
  const payment =
    transactionId &&
    (await prisma.transaction.findUnique({
      where: { id: transactionId, accountId, environment },
      select: amountColumns,
    }));
  return payment ? toPaidAmounts(payment) : getInitialAmounts(intent);
}
