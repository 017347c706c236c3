import { builtInConnectionId } from '~/acquirers/registry';
import { openChargeback } from '~/payments/disputes/chargebacks';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import type { ApiClient } from '../api-client';
import { buildPayment } from './payments';

type OpenedEntry = Parameters<typeof openChargeback>[1];

/** A captured payment of 100.00 USD, and what the acquirer's ledger says when its payer's bank disputes it. */
export async function buildDisputedPayment(
  client: ApiClient,
  { paymentAmount, ...changes }: Partial<OpenedEntry> & { paymentAmount?: number } = {},
) {
  const { id: paymentId } = await buildPayment(client, {
    operation: 'authcap',
    amount: paymentAmount,
    currency: paymentAmount === undefined ? undefined : changes.currency,
  });
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({
    where: { id: paymentId },
  });
  const entry: OpenedEntry = {
    kind: 'chargeback_opened',
    reference: `cb_${createId('req')}`,
    authorization,
    amountMinor: 4_000,
    currency: 'USD',
    reason: 'fraudulent',
    dueBy: '2035-01-31T00:00:00.000Z',
    ...changes,
  };
  return { paymentId: paymentId as string, entry };
}

/** An open chargeback of 40.00 USD, with overrides, that the owner of the account can respond to. */
export async function buildChargeback(
  client: ApiClient,
  changes: Parameters<typeof buildDisputedPayment>[1] = {},
) {
  const { paymentId, entry } = await buildDisputedPayment(client, changes);
  await openChargeback(builtInConnectionId('test'), entry);
  const { id } = await prisma.transaction.findFirstOrThrow({
    where: { parentId: paymentId, type: 'CHARGEBACK' },
  });
  const { accountId, ownerId: userId } = client.merchant;
  return { paymentId, id, entry, by: { accountId, environment: 'test' as const, id, userId } };
}
