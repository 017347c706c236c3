import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { listCardTokens } from '~/vault/card-tokens';

export type SavedCard = Awaited<ReturnType<typeof listSavedCards>>['cards'][number];

/**
 * A merchant's saved cards, newest first, with the time of the last charge. `before` of the next page is null
 * at the end.
 */
export async function listSavedCards(filter: {
  accountId: string;
  environment: Environment;
  before?: string;
  limit?: number;
}) {
  const { tokens, before } = await listCardTokens(filter);
  const charges = await prisma.transaction.groupBy({
    by: ['cardTokenId'],
    where: { cardTokenId: { in: tokens.map(({ id }) => id) } },
    _max: { createdAt: true },
  });
  const lastUses = new Map(charges.map(({ cardTokenId, _max }) => [cardTokenId, _max.createdAt]));
  return { cards: tokens.map((token) => ({ ...token, lastUsedAt: lastUses.get(token.id) ?? null })), before };
}
