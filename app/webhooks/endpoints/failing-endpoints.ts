import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';

/**
 * Endpoints that no longer receive events: failing, or disabled because of failures. Excludes those disabled
 * manually.
 */
export async function listFailingEndpoints({
  accountId,
  environment,
}: {
  accountId: string;
  environment: Environment;
}) {
  return prisma.webhookEndpoint.findMany({
    where: {
      accountId,
      environment,
      deletedAt: null,
      OR: [
        { failingSince: { not: null }, status: 'enabled' },
        { status: 'disabled', disabledReason: { not: 'manual' } },
      ],
    },
    orderBy: { id: 'asc' },
    take: 5,
    select: { id: true, url: true, status: true, failingSince: true, disabledAt: true },
  });
}
