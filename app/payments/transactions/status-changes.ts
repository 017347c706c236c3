import { findUserNames } from '~/identity/users/user-names';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';

/**
 * A change to a payment after someone saw it. `by`: the viewer, another person by name, the API, or nobody.
 */
export type StatusChange = {
  type: string;
  status: string;
  amount: number;
  by: { kind: 'you' | 'api' | 'other' } | { kind: 'person'; name: string };
  at: Date;
};

const maximumChanges = 10;
const maximumRelated = 200;

/**
 * The requests and outcomes of a payment since a given time, oldest first. A refund is reported once, from
 * its own operations, which also say that it's pending.
 */
export async function listStatusChangesSince({
  accountId,
  environment,
  id,
  userId,
  since,
}: {
  accountId: string;
  environment: Environment;
  id: string;
  userId: string;
  since: Date;
}): Promise<StatusChange[]> {
  const refunds = await prisma.transaction.findMany({
    where: { parentId: id, accountId, environment, type: 'REFUND' },
    orderBy: { id: 'desc' },
    take: maximumRelated,
    select: { id: true },
  });
  const found = await prisma.operation.findMany({
    where: {
      transactionId: { in: [id, ...refunds.map((refund) => refund.id)] },
      OR: [{ createdAt: { gte: since } }, { completedAt: { gte: since } }],
    },
    orderBy: { sequence: 'asc' },
    take: maximumChanges * 2,
    select: {
      transactionId: true,
      type: true,
      status: true,
      amount: true,
      operator: true,
      createdAt: true,
      completedAt: true,
    },
  });
  // The payment's copy of a refund would repeat it.
  const changes = found.flatMap(({ transactionId, type, ...operation }) =>
    (type === 'refund') === (transactionId !== id) ? [{ ...operation, type }] : [],
  );
  const names = await findUserNames(
    changes.map(({ operator }) => getPersonId(operator)),
    { accountId },
  );
  const by = (operator: string): StatusChange['by'] => {
    const personId = getPersonId(operator);
    if (personId === userId) return { kind: 'you' };
    if (personId !== null) return { kind: 'person', name: names.get(personId) ?? 'Someone' };
    return { kind: operator.startsWith('api:') ? 'api' : 'other' };
  };
  return changes.slice(0, maximumChanges).map(({ operator, createdAt, completedAt, ...operation }) => ({
    ...operation,
    by: by(operator),
    at: completedAt ?? createdAt,
  }));
}

function getPersonId(operator: string): string | null {
  return operator.startsWith('portal:') ? operator.slice('portal:'.length) : null;
}
