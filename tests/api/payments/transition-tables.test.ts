import { expect, test } from 'vitest';
import { transactionStatuses, transactionTypes, transitions } from '~/payments/transactions/states';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../world/api-client';
import { buildPayment } from '../../world/payments/payments';

/** Every status change that a table allows, as `from to`. */
function listChanges(type: (typeof transactionTypes)[number]): string[] {
  const changes = transitions[type].flatMap(({ from, to }) =>
    to.filter((status) => status !== from).map((status) => `${from} ${status}`),
  );
  return [...new Set(changes)].sort();
}

test.each(transactionTypes)(
  'the database allows a %s the transitions of its table and no others',
  async (type) => {
    const changes = transactionStatuses.flatMap((from) =>
      transactionStatuses.filter((to) => to !== from).map((to) => ({ from, to })),
    );
    const allowed = [];
    for (const { from, to } of changes) {
      // The function that the trigger uses.
      const [{ accepts }] = await prisma.$queryRaw<[{ accepts: boolean }]>`
        select is_transition(${type}, ${from}, ${to}) as accepts`;
      if (accepts) allowed.push(`${from} ${to}`);
    }
    expect(allowed.sort()).toEqual(listChanges(type));
  },
);

test('a write that bypasses the tables is rejected', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const change = prisma.transaction.update({ where: { id }, data: { status: 'SETTLED' } });
  await expect(change).rejects.toThrow('no transition of a PAYMENT: AUTHORIZED to SETTLED');
  expect(await prisma.transaction.findUnique({ where: { id } })).toMatchObject({ status: 'AUTHORIZED' });
});
