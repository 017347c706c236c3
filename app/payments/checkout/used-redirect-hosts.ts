import { parseRedirectHost } from '~/merchants/redirect-hosts/redirect-hosts';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';

const recent = {
  orderBy: { id: 'desc' },
  take: 500,
  select: { successUrl: true, failureUrl: true },
} as const;

/** The hosts in an account's latest redirect URLs that live would accept, in alphabetical order. */
export async function listUsedRedirectHosts({
  accountId,
  environment,
}: {
  accountId: string;
  environment: Environment;
}): Promise<string[]> {
  const where = { accountId, environment };
  const [payments, cards] = await Promise.all([
    prisma.paymentIntent.findMany({ where, ...recent }),
    prisma.cardIntent.findMany({ where, ...recent }),
  ]);
  const read = [...payments, ...cards]
    .flatMap(({ successUrl, failureUrl }) => [successUrl, failureUrl])
    .map((address) => parseRedirectHost(address ?? ''));
  return [...new Set(read.flatMap((host) => (typeof host === 'string' ? [] : host.host)))].sort();
}
