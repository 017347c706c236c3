import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildPayment, readStatementsWithEntries } from '../../../tests/world/payments/payments';
import { listClosedChargebacks, listOpenChargebacks } from './chargeback-list';

test('a chargeback is in one of the two lists, whatever its outcome', async () => {
  const client = await buildApiClient();
  const where = { accountId: client.merchant.accountId, environment: 'test' as const };
  const { id: paymentId } = await buildPayment(client, { operation: 'authcap' });
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({
    where: { id: paymentId },
  });
  const entries = ['open', 'unanswered', 'refused', 'answered', 'won', 'lost'].map((name) => ({
    name,
    reference: `cb_${createId('req')}`,
    authorization,
    amountMinor: 100,
    currency: 'USD',
  }));
  const ids: Record<string, string> = {};
  for (const { name, ...entry } of entries) {
    await readStatementsWithEntries([
      { ...entry, kind: 'chargeback_opened', reason: 'fraudulent', dueBy: '2030-01-31T00:00:00.000Z' },
    ]);
    ids[name] = (
      await prisma.transaction.findFirstOrThrow({ where: { parentId: paymentId }, orderBy: { id: 'desc' } })
    ).id;
    if (name === 'won' || name === 'lost')
      await readStatementsWithEntries([{ ...entry, kind: `chargeback_${name}` }]);
  }
  const at = new Date();
  const said = (name: string, state: string) =>
    prisma.dispute.update({
      where: { transactionId: ids[name] },
      data: {
        text: 'It was sent.',
        decision: 'answer',
        state,
        submittedBy: client.merchant.ownerId,
        submittedAt: at,
        acquirerRespondedAt: at,
        attempts: 1,
      },
    });
  await prisma.transaction.update({
    where: { id: ids.unanswered! },
    data: { disputeDueBy: new Date('2020-01-31T00:00:00.000Z') },
  });
  await said('refused', 'refused');
  await prisma.transaction.update({ where: { id: ids.answered! }, data: { disputeStage: 'under_review' } });
  await said('answered', 'acknowledged');

  const nameOf = ({ id }: { id: string }) => Object.keys(ids).find((name) => ids[name] === id);
  expect((await listOpenChargebacks(where)).chargebacks.map(nameOf)).toEqual(['open']);
  const closed = ['lost', 'won', 'answered', 'refused', 'unanswered'];
  expect((await listClosedChargebacks(where)).chargebacks.map(nameOf)).toEqual(closed);
  expect((await listClosedChargebacks({ ...where, before: ids.won })).chargebacks.map(nameOf)).toEqual(
    closed.slice(2),
  );
});
