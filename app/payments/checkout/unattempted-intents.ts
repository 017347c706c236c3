import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';

export type UnattemptedIntent = NonNullable<Awaited<ReturnType<typeof findUnattemptedIntent>>>;

/**
 * A merchant's payment intent by its ID or external_id, when no card was tried and there's no transaction.
 */
export async function findUnattemptedIntent({
  accountId,
  environment,
  named,
}: {
  accountId: string;
  environment: Environment;
  named: string;
}) {
  return prisma.paymentIntent.findFirst({
    where: {
      accountId,
      environment,
      transactionId: null,
      OR: [{ id: named.trim() }, { externalId: { in: [named, named.trim()] } }],
    },
    select: {
      id: true,
      externalId: true,
      amount: true,
      currency: true,
      state: true,
      createdAt: true,
      expiresAt: true,
      openedAt: true,
      canceledAt: true,
      redirectedAt: true,
    },
  });
}
