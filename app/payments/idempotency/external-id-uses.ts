import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import type { KeyFamily } from './reservations';

const families: KeyFamily[] = [
  'transaction',
  'operation',
  'refund',
  'payment_intent',
  'card_intent',
  'payment_link',
];

/** What an external_id did in one family of requests: what it created or changed, and when. */
export type ExternalIdUse = {
  /** `chargeback` isn't a kind of request: the external_id is the acquirer's reference for a chargeback. */
  family: KeyFamily | 'chargeback';
  /** The transaction or intent. */
  resourceId: string;
  usedAt: Date;
  /** Of the operation at the acquirer. Null for what has none, such as an intent. */
  outcome: string | null;
  /** A refund that succeeded, and that the payer's bank returned later. */
  isReturned: boolean;
  /** For a payment intent: the payer's last payment, if any, which may have been declined. */
  payment: { id: string; isPaid: boolean } | null;
};

/**
 * Everything that a merchant's external_id created or changed, and the chargeback with this reference: at most one
 * use in each family (decisions: external_id).
 */
export async function findExternalIdUses({
  accountId,
  environment,
  externalId,
}: {
  accountId: string;
  environment: Environment;
  externalId: string;
}): Promise<ExternalIdUse[]> {
  const keys = await prisma.idempotencyKey.findMany({
    where: { accountId, environment, family: { in: families }, externalId },
    select: { family: true, resourceId: true, operationId: true, createdAt: true },
  });
  const operations = await prisma.operation.findMany({
    where: { id: { in: keys.flatMap(({ operationId }) => operationId ?? []) } },
    select: { id: true, status: true },
  });
  // The payer's bank can return a refund after it succeeded.
  const returned = await prisma.transaction.findMany({
    where: { id: { in: keys.map(({ resourceId }) => resourceId) }, type: 'REFUND', status: 'DECLINED' },
    select: { id: true },
  });
  const outcomes = new Map(operations.map(({ id, status }) => [id, status]));
  // Only the IDs of intents match.
  const intents = await prisma.paymentIntent.findMany({
    where: { id: { in: keys.map(({ resourceId }) => resourceId) }, accountId, environment },
    select: { id: true, transactionId: true, state: true },
  });
  const payments = new Map(
    intents.map(({ id, transactionId, state }) => [
      id,
      transactionId && { id: transactionId, isPaid: state === 'PAID' },
    ]),
  );
  const chargeback = await prisma.transaction.findFirst({
    where: { accountId, environment, externalId, type: 'CHARGEBACK' },
    select: { id: true, createdAt: true },
  });
  const uses = keys.map(({ family, resourceId, operationId, createdAt }): ExternalIdUse => ({
    family: family as KeyFamily,
    resourceId,
    usedAt: createdAt,
    outcome: outcomes.get(operationId ?? '') ?? null,
    isReturned:
      outcomes.get(operationId ?? '') === 'SUCCEEDED' && returned.some(({ id }) => id === resourceId),
    payment: payments.get(resourceId) || null,
  }));
  if (chargeback)
    uses.push({
      family: 'chargeback',
      resourceId: chargeback.id,
      usedAt: chargeback.createdAt,
      outcome: null,
      isReturned: false,
      payment: null,
    });
  return uses.sort((one, other) => one.usedAt.getTime() - other.usedAt.getTime());
}
