import type { Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { publishEvent } from '~/webhooks/events/events';

type SavedCardKey = { accountId: string; environment: Environment; tokenId: string };

type CardEvent =
  | { type: 'card.updated' | 'card.deleted' }
  | { type: 'card.closed'; decline: { code: string; message: string } };

/** Publishes what happened to a saved card, in the transaction of the change. */
export async function publishCardEvent(
  db: Database,
  { tokenId: id, accountId, environment }: SavedCardKey,
  { type, ...details }: CardEvent,
): Promise<void> {
  const card = await db.cardToken.findUniqueOrThrow({ where: { id, accountId, environment } });
  const payload = {
    token: card.id,
    reference_id: card.externalId,
    customer_id: card.customerId ?? undefined,
    brand: card.brand,
    last_four: card.lastFour,
    expiry: card.expiry ?? undefined,
    reason: card.merchantReason ?? undefined,
    ...details,
  };
  await publishEvent(db, { accountId, environment, type, payload });
}
