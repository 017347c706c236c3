import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { listMailsToOwner } from '../../../tests/world/mails/mails';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import { deleteTransactions } from '../../../tests/world/payments/overwrite';
import { notifyChargebackOpened, notifyDisputeDecided, remindDisputes } from './dispute-notifications';

test('notifications of live chargebacks say the amount, the deadline, the outcome, and where to go', async () => {
  const { accountId, ownerId } = await buildMerchant({ name: 'Example Shop' });
  const dispute = { id: 'trx_1', accountId, environment: 'live', amount: 1_250, currency: 'EUR' } as const;
  await notifyChargebackOpened(prisma, { ...dispute, dueBy: new Date('2035-01-31T00:00:00.000Z') });
  await notifyChargebackOpened(prisma, { ...dispute, dueBy: null });
  for (const outcome of ['won', 'lost', 'accepted'] as const)
    await notifyDisputeDecided(prisma, { ...dispute, outcome });
  const props = {
    amount: '€12.50',
    isTest: false,
    businessName: 'Example Shop',
    approved: false,
    timeZone: 'UTC',
    link: expect.stringMatching(/\/transactions\/trx_1$/),
  };
  expect(await listMailsToOwner({ ownerId })).toEqual([
    { template: 'chargeback-opened', props: { ...props, dueBy: '2035-01-31T00:00:00.000Z' } },
    { template: 'chargeback-opened', props: { ...props, dueBy: null } },
    ...['won', 'lost', 'accepted'].map((outcome) => ({
      template: 'chargeback-decided',
      props: { ...props, outcome },
    })),
  ]);
});

test('every due chargeback is reminded of once, however many are due', async () => {
  const client = await buildApiClient();
  const { id, by } = await buildChargeback(client);
  const disputeDueBy = new Date(Date.now() + 47 * 3_600_000);
  const {
    order: _,
    authentication: _none,
    cardChecks: _noChecks,
    ...row
  } = await prisma.transaction.update({
    where: { id },
    data: { disputeDueBy, createdAt: new Date(Date.now() - 6 * 86_400_000) },
  });
  const copies = Array.from({ length: 20 }, () => {
    const copy = createId('trx');
    return { ...row, id: copy, externalId: copy, authorizationId: copy };
  });
  await prisma.transaction.createMany({ data: copies });
  const { accountId, environment } = by;
  await prisma.dispute.createMany({
    data: copies.map(({ id: transactionId }) => ({ transactionId, accountId, environment })),
  });
  const remind = async () => {
    await remindDisputes();
    return (await listMailsToOwner(client.merchant)).filter(
      ({ template }) => template === 'chargeback-reminder',
    );
  };
  const reminders = await remind();
  expect(reminders.map(({ props }) => String(props.link).replace(/.*\//, '')).sort()).toEqual(
    [id, ...copies.map((copy) => copy.id)].sort(),
  );
  expect(reminders[0]!.props).toEqual({
    amount: '$40.00',
    isTest: true,
    dueBy: disputeDueBy.toISOString(),
    businessName: expect.any(String),
    approved: false,
    timeZone: 'UTC',
    link: expect.stringMatching(/\/transactions\/trx_\w+$/),
  });
  expect(await remind()).toEqual(reminders);
  // They're in no ledger.
  const where = { transactionId: { in: copies.map((copy) => copy.id) } };
  await prisma.dispute.deleteMany({ where });
  await deleteTransactions(where.transactionId.in);
});
