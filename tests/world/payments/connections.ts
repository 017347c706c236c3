import type { Simulator } from '~/acquirers/simulator/simulator';
import { openAcquirer } from '~/acquirers/registry';
import { refreshConnections } from '~/payments/connections/connections';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';

/** A connection of its own to the simulator in test: one merchant's, or one that no new payment uses. */
export async function buildConnection(accountId?: string): Promise<{ id: string; acquirer: Simulator }> {
  const connection = { id: createId('con'), environment: 'test' as const };
  await prisma.acquirerConnection.create({
    data: {
      ...connection,
      acquirer: 'simulator',
      name: 'Second simulator',
      accountId: accountId ?? null,
      state: accountId ? 'active' : 'retired',
    },
  });
  refreshConnections();
  return { id: connection.id, acquirer: openAcquirer(connection) as Simulator };
}

/** New payments of its merchant use the common connection again. */
export async function retireConnection(id: string): Promise<void> {
  await prisma.acquirerConnection.update({ where: { id }, data: { state: 'retired' } });
  refreshConnections();
}
