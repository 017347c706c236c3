import { onTestFinished } from 'vitest';
import { refreshConnections } from '~/payments/connections/connections';
import { pollAcquirerEvents } from '~/payments/inbox/event-polling';
import { processAcquirerEvents } from '~/payments/inbox/event-processing';
import { readPayoutEntries } from '~/payments/payouts/payout-import';
import { prisma } from '~/platform/database/db.server';
import type { StripeStandInOptions } from '../../stand-ins/stripe/options';
import { startStripeStandIn, type StripeStandIn } from '../../stand-ins/stripe/server';
import { connectStandIn, type StandInConnection } from './connections';

export type StripeMerchant = StandInConnection & { standIn: StripeStandIn };

/** A merchant whose test payments go to a stand-in for Stripe, until the end of the test. */
export async function buildStripeMerchant(options: StripeStandInOptions = {}): Promise<StripeMerchant> {
  const standIn = await startStripeStandIn({ laterSeconds: 3_600, ...options });
  onTestFinished(() => standIn.close());
  const { origin, secretKey, webhookSecret } = standIn;
  const connection = await connectStandIn({
    ...{ origin, acquirer: 'stripe', secrets: { secretKey, webhookSecret } },
    settings: { multipleCaptures: options.multicapture ?? false },
  });
  return { ...connection, standIn };
}

/** What the stand-in holds, captured, and returned for a transaction, in minor units. */
export async function readStripeBalance({ standIn }: StripeMerchant, transactionId: string) {
  const { authorizationId } = await prisma.transaction.findUniqueOrThrow({ where: { id: transactionId } });
  const { intents, charges, refunds } = standIn.control.state();
  const own = intents.filter(({ metadata }) => metadata.reference === authorizationId);
  const ids = new Set(own.map(({ id }) => id));
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    held: sum(own.map((intent) => intent.amount_capturable)),
    captured: sum(
      charges
        .filter((charge) => ids.has(charge.payment_intent) && charge.status === 'succeeded')
        .map((charge) => charge.amount_captured),
    ),
    refunded: sum(
      refunds
        .filter(
          (refund) =>
            ids.has(refund.payment_intent) && refund.balance_transaction && refund.status === 'succeeded',
        )
        .map((refund) => refund.amount),
    ),
  };
}

/** New payments of this merchant use the connection. Without a merchant, it is shared, and no new payment uses it. */
export async function assignConnection(connectionId: string, accountId: string | null): Promise<void> {
  await prisma.acquirerConnection.update({
    where: { id: connectionId },
    data: { accountId, ...(accountId === null && { state: 'retired', retiredAt: new Date() }) },
  });
  refreshConnections();
}

/** Runs everything that follows a payout: its events, its entries, and the settlement. */
export async function processPayouts(connectionId: string): Promise<void> {
  await pollAcquirerEvents();
  await processAcquirerEvents();
  await readPayoutEntries(undefined, { connectionId });
}
