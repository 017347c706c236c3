import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildPayment, sendCaptureOrVoid } from '../../../tests/world/payments/payments';
import { listExpiringHolds } from './report';
import { defaultViews } from './saved-views';
import { toFilterQuery, parseFilter } from './transaction-filter';
import { listTransactions } from './transaction-list';

const hours = 3_600_000;

test('“Needs capture soon” lists holds that expire within two days, page by page, and nothing captured or expired', async () => {
  const client = await buildApiClient();
  const where = { accountId: client.merchant.accountId, environment: 'test' as const };
  const hold = async (endsIn: number, amount = 5_000) => {
    const { id } = await buildPayment(client, { operation: 'authorize', amount });
    await prisma.transaction.update({
      where: { id },
      data: { captureBefore: new Date(Date.now() + endsIn * hours) },
    });
    return id;
  };
  const [soon, partly, later, over, captured] = [
    await hold(1),
    await hold(47, 700),
    await hold(49),
    await hold(-1),
    await hold(2),
  ];
  await sendCaptureOrVoid(client, partly, { operation: 'capture', amount: 100 });
  await sendCaptureOrVoid(client, captured, { operation: 'capture' });
  const query = defaultViews.find(({ name }) => name === 'Needs capture soon')!.query;
  const { filter } = parseFilter(new URLSearchParams(query));
  expect(toFilterQuery(filter).toString()).toBe(query);
  const idsOf = async (more = {}, place = {}) => {
    const { transactions, older } = await listTransactions({
      ...where,
      filter: { ...filter, ...more },
      ...place,
    });
    return [transactions.map(({ id }) => id), older];
  };
  expect(await idsOf()).toEqual([[partly, soon], null]);
  expect(await idsOf({}, { limit: 1 })).toEqual([[partly], partly]);
  expect(await idsOf({}, { limit: 1, before: partly })).toEqual([[soon], null]);
  expect(await idsOf({ status: ['AUTHORIZED'] })).toEqual([[soon], null]);
  expect(await idsOf({ search: '7.00' })).toEqual([[partly], null]);
  // Three other holds have this amount.
  expect(await idsOf({ search: '50.00' })).toEqual([[soon], null]);
  expect(
    (
      await listTransactions({ ...where, filter: parseFilter(new URLSearchParams('hold=nonsense')).filter })
    ).transactions.map(({ id }) => id),
  ).toEqual(expect.arrayContaining([later, over]));
});

test('the holds that expire next are listed first, with what remains to capture', async () => {
  const client = await buildApiClient();
  const where = { accountId: client.merchant.accountId, environment: 'test' as const };
  const hold = async (endsIn: number, amount: number, currency: string) => {
    const { id } = await buildPayment(client, { amount, currency });
    const captureBefore = new Date(Date.now() + endsIn * hours);
    await prisma.transaction.update({ where: { id }, data: { captureBefore } });
    return { id, remaining: amount, currency, captureBefore };
  };
  const [last, first] = [await hold(40, 5_000, 'USD'), await hold(3, 700, 'EUR')];
  await hold(60, 900, 'EUR');
  await sendCaptureOrVoid(client, last.id, { operation: 'capture', amount: 1_200 });
  expect(await listExpiringHolds({ ...where, limit: 5 })).toEqual([first, { ...last, remaining: 3_800 }]);
  expect(await listExpiringHolds({ ...where, limit: 1 })).toEqual([first]);
});
