// Only this folder handles the numbers of saved cards. No function here accepts a security code.
import { recordAudit, type AuditActor } from '~/audit/audit';
import { queryRows } from '~/platform/database/query.server';
import { defineStatement } from '~/platform/database/statement.server';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId, isId } from '~/platform/ids';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { Secret } from '~/platform/secrets/secret';
import { hmacDigest } from '~/platform/secrets/secrets.server';
import { publishCardEvent } from './card-events';
import { decryptCard, encryptCard, type EncryptionContext, type Envelope } from './envelope';

/** The encrypted content. */
type StoredCardDetails = { pan: Secret; expiry: { month: number; year: number }; name?: string };

type Merchant = { accountId: string; environment: Environment };
/** `brand`, `lastFour`, and `expiry` (2030-12) are shown to people. */
type NewToken = Merchant & {
  externalId: string;
  customerId?: string | null;
  card: StoredCardDetails;
  merchantReason?: string | null;
  networkTransactionId?: string | null;
  brand: string;
  lastFour: string;
  expiry: string;
};

/**
 * Recognizes the same card within one merchant and environment. Useless without the key (PCI DSS 3.5.1.1).
 */
function getCardFingerprint({ accountId, environment }: Merchant, pan: string): string {
  return hmacDigest(requirePersistentKey(`vault/fingerprint/${environment}`), `${accountId}:${pan}`);
}

/**
 * Saves a card in the caller's transaction.
 * @returns the token's ID
 */
export async function storeCard(db: Database, { card, ...visibleColumns }: NewToken): Promise<string> {
  const { accountId, environment } = visibleColumns;
  const id = createId('tok');
  await db.cardToken.create({
    data: {
      id,
      ...visibleColumns,
      ...sealCard({ accountId, environment, tokenId: id }, card),
      fingerprint: getCardFingerprint(visibleColumns, card.pan.reveal()),
    },
  });
  return id;
}

/**
 * Encrypts a card for a place: its token or, as long as its bank hasn't decided whether it can be saved, the reference of
 * its verification.
 */
export function sealCard(place: EncryptionContext, { pan, expiry, name }: StoredCardDetails): Envelope {
  return encryptCard(place, JSON.stringify({ pan: pan.reveal(), expiry, name }));
}

/** `merchantReason`: why the merchant can charge the card without the payer. */
type OpenedCard = {
  card: StoredCardDetails;
  merchantReason: string | null;
  networkTransactionId: string | null;
};

/**
 * The card of a token, for one payment. Null if the token is unknown, deleted, or belongs to another merchant
 * or environment (threat T1).
 * @param key with `customerId`, a payer chose the card: it's also null if it was closed or is another customer's
 */
export async function openCard({
  accountId,
  environment,
  tokenId,
  customerId,
}: Merchant & { tokenId: string; customerId?: string }): Promise<OpenedCard | null> {
  if (!isId('tok', tokenId)) return null;
  // On the payment path, so it's prepared once per connection.
  const [row] = await queryRows<Envelope & Omit<OpenedCard, 'card'>>({
    name: 'open-card',
    text: `select sealed, wrapped_key as "wrappedKey", key_id as "keyId", merchant_reason as "merchantReason", network_transaction_id as "networkTransactionId" from card_tokens where id = $1 and account_id = $2 and environment = $3 and deleted_at is null
      and ($4::text is null or (customer_id = $4 and closed_at is null))`,
    values: [tokenId, accountId, environment, customerId ?? null],
  });
  if (!row) return null;
  const { merchantReason, networkTransactionId, ...envelope } = row;
  const card = openSealedCard({ accountId, environment, tokenId }, envelope);
  return { card, merchantReason, networkTransactionId };
}

/**
 * Reverses {@link sealCard}.
 * @throws when its key is missing, or anything was changed or moved
 */
export function openSealedCard(place: EncryptionContext, envelope: Envelope): StoredCardDetails {
  const { pan, ...rest } = JSON.parse(decryptCard(place, envelope)) as Omit<StoredCardDetails, 'pan'> & {
    pan: string;
  };
  return { ...rest, pan: new Secret(pan) };
}

/**
 * Replaces the expiration date of a saved card in the caller's transaction, after its bank has replaced the card.
 * @param expiry `text`: as it's shown, such as 2030-12
 * @returns false if the card was deleted or already has this date
 */
export async function changeCardExpiry(
  db: Database,
  { accountId, environment, tokenId }: Merchant & { tokenId: string },
  expiry: { month: number; year: number; text: string },
): Promise<boolean> {
  const where = { id: tokenId, accountId, environment, deletedAt: null };
  await db.$executeRaw`select from card_tokens where id = ${tokenId} for no key update`;
  const row = await db.cardToken.findUnique({ where });
  if (!row || row.expiry === expiry.text) return false;
  const place = { accountId, environment, tokenId };
  const { sealed, wrappedKey, keyId } = row;
  const card = openSealedCard(place, { sealed: sealed!, wrappedKey: wrappedKey!, keyId: keyId! });
  const { month, year } = expiry;
  const renewed = sealCard(place, { ...card, expiry: { month, year } });
  await db.cardToken.update({ where, data: { ...renewed, expiry: expiry.text } });
  return true;
}

const visibleColumns = {
  id: true,
  externalId: true,
  customerId: true,
  brand: true,
  lastFour: true,
  expiry: true,
  merchantReason: true,
  closedAt: true,
  createdAt: true,
} as const;

/** A merchant's saved card. Null for any other ID, and after deletion. */
export async function findCardToken({ accountId, environment, id }: Merchant & { id: string }) {
  return isId('tok', id)
    ? prisma.cardToken.findUnique({
        where: { id, accountId, environment, deletedAt: null },
        select: visibleColumns,
      })
    : null;
}

/** `hasAgreement`: the payer agreed that the merchant charges it without them. */
type CustomerCard = { id: string; brand: string; lastFour: string; expiry: string; hasAgreement: boolean };

/** Far more cards than a customer has, so that one ID for many customers doesn't slow down the checkout. */
const maximumCustomerCards = 50;

const findCustomerCards = defineStatement<
  Merchant & { customerId: string; validFrom: string; limit: number },
  CustomerCard & { fingerprint: string }
>(
  'find-customer-cards',
  `select id, brand, last_four as "lastFour", expiry, merchant_reason is not null as "hasAgreement", fingerprint from card_tokens
  where account_id = :accountId and environment = :environment and customer_id = :customerId and deleted_at is null and closed_at is null
    and expiry >= :validFrom
  order by id desc limit :limit`,
);

/**
 * The cards that a customer of the merchant can pay with, newest first. A card that was saved several times is listed once.
 * @param filter `validFrom`: the first month whose cards are still valid, such as 2030-12
 */
export async function listCustomerCards(
  filter: Merchant & { customerId: string; validFrom: string },
): Promise<CustomerCard[]> {
  const cards = await findCustomerCards({ ...filter, limit: maximumCustomerCards });
  const newest = new Map<string, CustomerCard>();
  for (const { fingerprint, ...card } of cards) {
    const newer = newest.get(fingerprint);
    if (!newer) newest.set(fingerprint, card);
    else newer.hasAgreement ||= card.hasAgreement;
  }
  return [...newest.values()];
}

/**
 * A merchant's saved cards, newest first, each with the number of saved copies of the same card. `before` of
 * the next page is null at the end.
 */
export async function listCardTokens({
  accountId,
  environment,
  before,
  limit = 25,
}: Merchant & { before?: string; limit?: number }) {
  const stored = { accountId, environment, deletedAt: null };
  const found = await prisma.cardToken.findMany({
    where: { ...stored, ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
    select: { ...visibleColumns, fingerprint: true },
  });
  const page = found.slice(0, limit);
  const groups = await prisma.cardToken.groupBy({
    by: ['fingerprint'],
    where: { ...stored, fingerprint: { in: page.map(({ fingerprint }) => fingerprint!) } },
    _count: true,
  });
  const times = new Map(groups.map(({ fingerprint, _count }) => [fingerprint, _count]));
  const tokens = page.map(({ fingerprint, ...token }) => ({
    ...token,
    timesKept: times.get(fingerprint) ?? 1,
  }));
  return { tokens, before: found.length > limit ? page.at(-1)!.id : null };
}

type Deletion = Merchant & { id: string; actor: AuditActor; address?: string };

/** Deletes a card for a team member, or for the merchant's server. */
export async function deleteCardToken(deletion: Deletion): Promise<boolean> {
  return isId('tok', deletion.id) && prisma.$transaction((db) => eraseCard(db, deletion));
}

/** Whether the merchant had this card, so that repeating its deletion has the same result. */
export async function isDeletedCardToken({
  accountId,
  environment,
  id,
}: Merchant & { id: string }): Promise<boolean> {
  const where = { id, accountId, environment, deletedAt: { not: null } };
  return isId('tok', id) && (await prisma.cardToken.count({ where })) === 1;
}

/**
 * Deletes a card for the customer who saved it, with all copies that they saved of it. Their IP address isn't recorded,
 * because the log is kept.
 */
export async function deleteCustomerCard({
  accountId,
  environment,
  customerId,
  id,
}: Merchant & { customerId: string; id: string }): Promise<void> {
  const stored = { accountId, environment, customerId, deletedAt: null };
  await prisma.$transaction(async (db) => {
    const card = isId('tok', id) && (await db.cardToken.findUnique({ where: { id, ...stored } }));
    if (!card) return;
    const copies = await db.cardToken.findMany({
      where: { ...stored, fingerprint: card.fingerprint },
      orderBy: { id: 'asc' },
      select: { id: true },
    });
    for (const copy of copies) await eraseCard(db, { accountId, environment, ...copy, actor: 'checkout' });
  });
}

/**
 * Erases a card and its key, so that later copies of the database can't decrypt it. Backups still
 * contain both (docs/decisions/0014).
 */
async function eraseCard(db: Database, { accountId, environment, id, ...by }: Deletion): Promise<boolean> {
  const erased = {
    sealed: null,
    wrappedKey: null,
    keyId: null,
    fingerprint: null,
    expiry: null,
    networkTransactionId: null,
    deletedAt: new Date(),
  };
  const { count } = await db.cardToken.updateMany({
    where: { id, accountId, environment, deletedAt: null },
    data: erased,
  });
  if (!count) return false;
  await recordAudit(db, {
    ...by,
    action: 'card_token_deleted',
    accountId,
    subject: id,
    details: { environment },
  });
  await publishCardEvent(db, { accountId, environment, tokenId: id }, { type: 'card.deleted' });
  return true;
}
