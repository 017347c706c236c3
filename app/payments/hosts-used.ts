import { readHost } from '~/merchants/redirect-hosts';
import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';

const recentIntents = 500;

/** The hosts that an account's latest payment intents sent payers to, as far as live would take them, in alphabetical order. */
export async function listHostsUsed({ accountId, environment }: { accountId: string; environment: Environment }): Promise<string[]> {
  const intents = await prisma.paymentIntent.findMany({
    where: { accountId, environment },
    orderBy: { id: 'desc' },
    take: recentIntents,
    select: { successUrl: true, failureUrl: true },
  });
  const read = intents.flatMap(({ successUrl, failureUrl }) => [readHost(successUrl), readHost(failureUrl)]);
  return [...new Set(read.flatMap((host) => (typeof host === 'string' ? [] : host.host)))].sort();
}
