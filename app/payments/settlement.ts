import { log } from '~/platform/log';
import { findUnsettled } from './statements';
import { recordOwnOperation } from './system-operations';

const batch = 100;

/**
 * Settles what was captured and refunded on earlier days of UTC (decisions: Lifecycle). A payment captured in full becomes
 * SETTLED; one captured in part keeps its status and gets the operation. @returns how many
 */
export async function settleEarlierDays(): Promise<number> {
  let total = 0;
  for (let unsettled = await findUnsettled({ limit: batch, after: '', transactionId: null }); unsettled.length; ) {
    total += await settle(unsettled);
    unsettled = await findUnsettled({ limit: batch, after: unsettled.at(-1)!.id, transactionId: null });
  }
  return total;
}

/** Settles a payment the acquirer has paid out already, unless something of it may still be captured. */
export async function settleAtOnce(transactionId: string): Promise<void> {
  await settle(await findUnsettled({ limit: 1, after: '', transactionId }));
}

async function settle(unsettled: Awaited<ReturnType<typeof findUnsettled>>): Promise<number> {
  const settled = await Promise.all(
    unsettled.map((row) => {
      const refund = row.type === 'REFUND';
      const change = (now: Date) => ({ settled_at: now, status: row.status === 'CAPTURED' ? ('SETTLED' as const) : row.status });
      const amount = refund ? row.order_amount : row.amount_captured;
      return recordOwnOperation(row, { type: 'settle', amount, event: refund ? 'refund.settled' : 'transaction.settled', job: 'settle', change }).catch((error: unknown) => {
        log.error('settling', error, { transactionId: row.id });
        return false;
      });
    }),
  );
  return settled.filter(Boolean).length;
}
