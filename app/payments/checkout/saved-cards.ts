import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { deleteCustomerCard, listCardTokens, listCustomerCards, openCard } from '~/vault/card-tokens';
import { getFirstValidMonth, isCardExpired } from './cards';
import type { CheckoutIntent } from './payment-intents';

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

/** A saved card as its payer sees it. `expiry`: such as 2030-12. */
export type CheckoutCard = Awaited<ReturnType<typeof listPayerCards>>[number];

/** More don't fit on a phone's screen. */
const maximumPayerCards = 5;

type Payer = Pick<CheckoutIntent, 'accountId' | 'environment' | 'customerId'>;

/** The cards that the checkout offers: those of the intent's customer, newest first. */
export async function listPayerCards({ customerId, accountId, environment }: Payer) {
  if (customerId === null) return [];
  const validFrom = getFirstValidMonth();
  const cards = await listCustomerCards({ accountId, environment, customerId, validFrom });
  return cards.slice(0, maximumPayerCards);
}

/**
 * The card that a payer chose, for one payment. Null if it isn't theirs, or can't be used anymore.
 */
export async function openPayerCard({ customerId, accountId, environment }: Payer, tokenId: string) {
  if (customerId === null) return null;
  const opened = await openCard({ accountId, environment, tokenId, customerId });
  return opened && !isCardExpired(opened.card.expiry) ? opened : null;
}

/** Deletes a card for the payer who saved it. Repeating it changes nothing, and so does another customer's card. */
export async function removePayerCard(
  { customerId, accountId, environment }: Payer,
  id: string,
): Promise<void> {
  if (customerId !== null) await deleteCustomerCard({ accountId, environment, customerId, id });
}
