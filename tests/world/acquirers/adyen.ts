import { onTestFinished } from 'vitest';
import { fromAdyenAmount } from '~/acquirers/adyen/amounts';
import { processAcquirerEvents } from '~/payments/inbox/event-processing';
import { pool, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import type { CardBehavior } from '../../stand-ins/adyen/cards';
import type { AdyenStandInOptions } from '../../stand-ins/adyen/options';
import { startAdyenStandIn, type AdyenStandIn } from '../../stand-ins/adyen/server';
import { serveAcquirerWebhooks } from './acquirer-webhooks';
import { connectStandIn, type StandInConnection } from './connections';

export type AdyenMerchant = StandInConnection & {
  standIn: AdyenStandIn;
  /** The result of each webhook. */
  received: string[];
  /** Processes everything that Adyen has reported until now, without the entries of payouts. */
  settle(): Promise<void>;
};

/** How the stand-in treats our published test cards. */
const cards: Record<string, CardBehavior> = {
  '4242424242424242': {},
  '4000000000000069': { refusal: 'CARD_EXPIRED' },
  '4000000000009987': { refusal: 'DECLINED', raw: '41 : Lost card' },
  '4000000000009995': { refusal: 'NOT_ENOUGH_BALANCE' },
  '4000002760003184': { challenge: true },
};

const credentials = { username: 'tillway-hooks', password: 'four-wide-orange-rivers' };

/** A merchant whose test payments go to a stand-in for Adyen, until the end of the test. */
export async function buildAdyenMerchant(
  options: AdyenStandInOptions = {},
  { hasReportKey = true }: { hasReportKey?: boolean } = {},
): Promise<AdyenMerchant> {
  const connectionId = createId('con');
  const { received, url } = await serveAcquirerWebhooks(connectionId);
  const standIn = await startAdyenStandIn({
    ...{
      cards,
      captureDelay: 'manual',
      merchantAccount: createId('con'),
      webhookUrl: url,
      webhookCredentials: credentials,
    },
    ...options,
  });
  onTestFinished(() => standIn.close());
  const { origin, apiKey, reportApiKey, hmacKey, merchantAccount } = standIn;
  const { client } = await connectStandIn({
    ...{ id: connectionId, origin, acquirer: 'adyen' },
    settings: { merchantAccount, multipleCaptures: options.multiplePartialCaptures ?? false },
    secrets: {
      ...{ apiKey, hmacKey, ...(hasReportKey && { reportApiKey }) },
      ...{ webhookUser: credentials.username, webhookPassword: credentials.password },
    },
  });
  const settle = async () => {
    await standIn.control.webhooksSettled();
    await pool.query(
      // Events that are being processed are left alone.
      `update acquirer_events set next_attempt_at = to_timestamp(0) where sequence in
         (select sequence from acquirer_events where connection_id = $1 and next_attempt_at is not null for update skip locked)`,
      [connectionId],
    );
    await processAcquirerEvents();
  };
  return { client, standIn, connectionId, received, settle };
}

/** What the stand-in holds, captured, and returned for a transaction, in minor units. */
export async function readAdyenBalance({ standIn }: AdyenMerchant, transactionId: string) {
  const { authorizationId } = await prisma.transaction.findUniqueOrThrow({ where: { id: transactionId } });
  const own = standIn.control.state().payments.filter(({ reference }) => reference === authorizationId);
  const sum = (name: 'held' | 'captured' | 'refunded') =>
    own.reduce((total, payment) => total + fromAdyenAmount(payment[name], payment.amount.currency)!, 0);
  return { held: sum('held'), captured: sum('captured'), refunded: sum('refunded') };
}
