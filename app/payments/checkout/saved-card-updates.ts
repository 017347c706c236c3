import type { Outcome } from '~/acquirers/acquirer';
import type { DeclineCode } from '~/acquirers/decline-codes';
import { databaseNow, prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { toDecline } from '~/payments/transactions/transaction-object';
import { publishCardEvent } from '~/vault/card-events';
import { changeCardExpiry } from '~/vault/card-tokens';
import { wakeDeliveryWorker } from '~/webhooks/deliveries/polling';
import { toYearMonth } from './cards';

/** After these declines, a bank never approves the card again. */
const finalDeclines: readonly DeclineCode[] = ['lost_card', 'stolen_card', 'invalid_card_number'];

type SavedCardKey = { accountId: string; environment: Environment; tokenId: string };

/**
 * Updates a saved card after a payment: with the network transaction ID of the first payment, a new expiration date, or
 * the fact that its bank has closed it. Repeating it changes nothing.
 */
export async function updateSavedCard(
  key: SavedCardKey,
  outcome: Extract<Outcome, { kind: 'approved' | 'declined' }>,
): Promise<void> {
  if (outcome.kind === 'declined') {
    if (finalDeclines.includes(outcome.code) && !outcome.beforeBank) await closeCard(key, outcome.code);
    return;
  }
  const { networkTransactionId, newExpiry } = outcome;
  const { tokenId: id, accountId, environment } = key;
  if (networkTransactionId)
    await prisma.cardToken.updateMany({
      where: { id, accountId, environment, networkTransactionId: null, deletedAt: null },
      data: { networkTransactionId },
    });
  if (newExpiry) await renewCard(key, newExpiry);
}

async function closeCard(key: SavedCardKey, code: DeclineCode): Promise<void> {
  const { tokenId: id, accountId, environment } = key;
  await prisma.$transaction(async (db) => {
    const closedAt = await databaseNow(db);
    const { count } = await db.cardToken.updateMany({
      where: { id, accountId, environment, closedAt: null, deletedAt: null },
      data: { closedAt },
    });
    if (!count) return;
    await publishCardEvent(db, key, { type: 'card.closed', decline: toDecline(code) });
  });
  wakeDeliveryWorker();
}

async function renewCard(key: SavedCardKey, expiry: { month: number; year: number }): Promise<void> {
  await prisma.$transaction(async (db) => {
    if (await changeCardExpiry(db, key, { ...expiry, text: toYearMonth(expiry) }))
      await publishCardEvent(db, key, { type: 'card.updated' });
  });
  wakeDeliveryWorker();
}
