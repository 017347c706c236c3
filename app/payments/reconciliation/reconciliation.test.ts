import { beforeAll, expect, test, vi } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildApiClient } from '../../../tests/world/api-client';
import { acquirer } from '../../../tests/world/acquirers/acquirer';
import { reportEarlierDiscrepancies } from '../../../tests/world/payments/payment-records';
import { overwriteTransaction } from '../../../tests/world/payments/overwrite';
import { buildPayment, cards } from '../../../tests/world/payments/payments';
import * as comparisons from './discrepancies';
import { closeResolvedDiscrepancies, compareSlice, storeDiscrepancies } from './discrepancies';
import { resolveDiscrepancy } from './discrepancy-resolution';
import { reconcile } from './reconciliation';

beforeAll(reportEarlierDiscrepancies);

/** An authorized payment of 100.00 USD with a wrong counter. */
async function buildWrongPayment() {
  const { id } = await buildPayment(await buildApiClient());
  const correct = () => overwriteTransaction(id, { amountVoided: 0, amountExpired: 0 });
  await prisma.transaction.update({ where: { id }, data: { amountVoided: 1 } });
  return { id: id as string, correct };
}
const listDiscrepancies = (transactionId: string) =>
  prisma.discrepancy.findMany({ where: { transactionId }, orderBy: { id: 'asc' } });
const readPlace = async () =>
  (await prisma.setting.findUniqueOrThrow({ where: { key: 'reconciled_up_to' } })).value;
const setPlace = (value: string) =>
  prisma.setting.update({ where: { key: 'reconciled_up_to' }, data: { value } });
const wrong = (id: string) => ({
  environment: 'test',
  kind: 'counter_differs',
  subject: 'amount_voided',
  transaction_id: id,
  expected: '0',
  found: '1',
});

test('a slice has the next transactions by ID with their discrepancies, and ends with null', async () => {
  const { id, correct } = await buildWrongPayment();
  const after = id.slice(0, -1);
  const since = new Date();
  expect(await compareSlice({ after, limit: 1, since })).toEqual({ last: id, discrepancies: [wrong(id)] });
  expect(await compareSlice({ after: id, limit: 1, since })).toEqual({ last: null, discrepancies: [] });
  await correct();
});

test('a discrepancy is new once, until it was resolved', async () => {
  const id = createId('trx');
  const found = { ...wrong(id), environment: 'test' as const };
  expect(await storeDiscrepancies([])).toEqual([]);
  const stored = { ...found, id: expect.anything(), is_new: true, resolved_at: null };
  expect(await storeDiscrepancies([found, { ...found, found: '9' }])).toEqual([
    expect.objectContaining({ ...stored, found: expect.any(String) }),
  ]);
  expect(await storeDiscrepancies([{ ...found, found: '2' }])).toEqual([]);
  expect(await listDiscrepancies(id)).toMatchObject([{ found: '2', resolvedAt: null }]);
  const later = new Date(Date.now() + 60_000);
  const close = (after: string, last: string | null, since = later) =>
    closeResolvedDiscrepancies({ after, last, since });
  await close(id, null);
  await close('', id.slice(0, -1));
  await close('', null, new Date(0));
  await closeResolvedDiscrepancies({ after: '', last: null, since: later, otherKinds: [found.kind] });
  expect(await listDiscrepancies(id)).toMatchObject([{ resolvedAt: null }]);
  await close(id.slice(0, -1), id);
  expect(await listDiscrepancies(id)).toMatchObject([{ resolvedAt: expect.any(Date) }]);
  expect(await storeDiscrepancies([found])).toHaveLength(1);
  await close(id.slice(0, -1), null);
  expect(await listDiscrepancies(id)).toMatchObject([
    { resolvedAt: expect.any(Date) },
    { resolvedAt: expect.any(Date) },
  ]);
});

test('new discrepancies are counted and logged once per kind, and resolved when they are gone', async () => {
  await reportEarlierDiscrepancies();
  const before = await prisma.discrepancy.count({ where: { resolvedAt: null } });
  const wrongPayments = [await buildWrongPayment(), await buildWrongPayment()];
  const { id } = wrongPayments[0]!;
  const { id: declined } = await buildPayment(await buildApiClient(), { pan: cards.declined });
  await overwriteTransaction(declined, { status: 'PENDING' });
  expectConsoleError();
  expect(await reconcile()).toBe(before + 3);
  expect(vi.mocked(log.error).mock.calls).toEqual([
    [
      'discrepancy found',
      new Error('needs manual review'),
      { code: 'counter_differs', count: 2, transactionId: expect.any(String), cause: 'amount_voided' },
    ],
    [
      'discrepancy found',
      new Error('needs manual review'),
      { code: 'status_differs', count: 1, transactionId: declined, cause: 'status' },
    ],
  ]);
  expect(await listDiscrepancies(id)).toEqual([
    {
      id: expect.any(BigInt),
      environment: 'test',
      kind: 'counter_differs',
      subject: 'amount_voided',
      transactionId: id,
      connectionId: null,
      expected: '0',
      found: '1',
      foundAt: expect.any(Date),
      lastSeenAt: expect.any(Date),
      resolvedAt: null,
      resolution: null,
    },
  ]);
  // The next run starts at the beginning.
  expect(await readPlace()).toBe('');
  expect(await reconcile()).toBe(before + 3);
  expect(vi.mocked(log.error)).toHaveBeenCalledTimes(2);
  await overwriteTransaction(declined, { status: 'DECLINED' });
  for (const { correct } of wrongPayments) await correct();
  expect(await reconcile()).toBe(before);
  expect(await listDiscrepancies(id)).toMatchObject([{ resolvedAt: expect.any(Date) }]);
});

/** A capture in the imported statement that isn't one of our operations. */
const createForeignEntry = (entry: { reference: string; authorization: string; currency: string }) =>
  prisma.acquirerStatementEntry.create({
    data: {
      ...entry,
      connectionId: builtInConnectionId('test'),
      environment: 'test',
      kind: 'capture',
      amount: 100,
      approved: true,
      readAt: new Date(0),
    },
  });

test('a foreign entry for one of our authorizations is logged with its transaction', async () => {
  await reportEarlierDiscrepancies();
  const { id } = await buildPayment(await buildApiClient());
  const { authorizationId } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const reference = createId('op');
  await createForeignEntry({ reference, authorization: authorizationId, currency: 'USD' });
  expectConsoleError();
  await reconcile();
  await reconcile();
  expect(vi.mocked(log.error).mock.calls).toEqual([
    [
      'discrepancy found',
      expect.any(Error),
      { code: 'unknown_to_us', count: 1, transactionId: id, cause: `${reference} capture` },
    ],
  ]);
  await prisma.acquirerStatementEntry.deleteMany({ where: { reference } });
  await reconcile();
  expect(await listDiscrepancies(id)).toMatchObject([
    { kind: 'unknown_to_us', found: '100 USD', resolvedAt: expect.any(Date) },
  ]);
});

test('a foreign entry is logged without a transaction', async () => {
  await reportEarlierDiscrepancies();
  const reference = createId('op');
  await createForeignEntry({ reference, authorization: reference, currency: 'EUR' });
  expectConsoleError();
  await reconcile();
  expect(vi.mocked(log.error).mock.calls).toEqual([
    [
      'discrepancy found',
      expect.any(Error),
      { code: 'unknown_to_us', count: 1, transactionId: undefined, cause: `${reference} capture` },
    ],
  ]);
  await prisma.acquirerStatementEntry.deleteMany({ where: { reference } });
  await reconcile();
  expect(await prisma.discrepancy.findMany({ where: { subject: `${reference} capture` } })).toMatchObject([
    { connectionId: builtInConnectionId('test'), found: '100 EUR', resolvedAt: expect.any(Date) },
  ]);
});

test.each(['failed_after_success', 'reversal_failed', 'chargeback_outcome_changed'])(
  '%s stays open until staff resolve it',
  async (kind) => {
    await reportEarlierDiscrepancies();
    const { id } = await buildPayment(await buildApiClient());
    const subject = createId('op');
    const open = { environment: 'test', subject, transaction_id: id, expected: 'x', found: 'y' } as const;
    await storeDiscrepancies([
      { ...open, kind },
      { ...open, kind: 'amount_differs' },
    ]);
    await prisma.discrepancy.updateMany({ where: { subject }, data: { lastSeenAt: new Date(0) } });
    const [amount, failure] = await listDiscrepancies(id);
    const resolve = (discrepancyId: bigint) =>
      resolveDiscrepancy({
        ...{ id: String(discrepancyId), resolution: 'The merchant agreed.' },
        ...{ actor: 'staff:usr_1', address: '10.0.0.1' },
      });
    // The reconciliation resolves the others.
    expect(await resolve(amount!.id)).toBe('nothing_to_resolve');
    await reconcile();
    expect(await listDiscrepancies(id)).toMatchObject([
      { kind: 'amount_differs', resolvedAt: expect.any(Date), resolution: null },
      { kind, resolvedAt: null },
    ]);
    expect(await resolve(failure!.id)).toBe('resolved');
    expect(await resolve(failure!.id)).toBe('nothing_to_resolve');
    expect((await listDiscrepancies(id))[1]).toMatchObject({
      ...{ resolvedAt: expect.any(Date), resolution: 'The merchant agreed.' },
    });
    expect((await listAudit({ action: 'discrepancy_resolved', subject: id })).entries).toMatchObject([
      {
        ...{ actor: 'staff:usr_1', accountId: null, address: '10.0.0.1' },
        details: { operation: subject, resolution: 'The merchant agreed.' },
      },
    ]);
  },
);

test('our own records are compared while an acquirer cannot be read', async () => {
  const { id, correct } = await buildWrongPayment();
  const ledger = vi.spyOn(acquirer, 'readStatement').mockRejectedValueOnce(new Error('unreachable'));
  expectConsoleError({ message: 'reading the acquirers’ statements', error: 'unreachable' });
  await reconcile();
  ledger.mockRestore();
  expect(await listDiscrepancies(id)).toHaveLength(1);
  await correct();
  await reconcile();
});

test('a run that is stopped or takes too long continues with the next', async () => {
  const { id, correct } = await buildWrongPayment();
  const { id: earlier } = await buildPayment(await buildApiClient());
  const place = id.slice(0, -1);
  await setPlace(place);
  await reconcile(AbortSignal.abort());
  expect({ place: await readPlace(), found: await listDiscrepancies(id) }).toEqual({ place, found: [] });

  // After the first slice, exactly a minute has passed.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const compared = vi.spyOn(comparisons, 'compareSlice').mockImplementationOnce(async () => {
    now = 60_000;
    return { last: id, discrepancies: [] };
  });
  await reconcile();
  expect(compared.mock.calls).toEqual([[{ after: place, limit: 2_000, since: expect.any(Date) }]]);
  for (const spy of [clock, compared]) spy.mockRestore();
  expect({ place: await readPlace(), found: await listDiscrepancies(id) }).toEqual({ place: id, found: [] });

  // It goes on behind the place, to the end.
  await reconcile();
  expect({ place: await readPlace(), found: await listDiscrepancies(id) }).toEqual({ place: '', found: [] });
  expectConsoleError();
  await reconcile();
  expect(await listDiscrepancies(id)).toHaveLength(1);
  // What a partial run didn't compare stays open.
  await correct();
  await setPlace(earlier);
  await reconcile();
  expect(await listDiscrepancies(id)).toMatchObject([{ resolvedAt: null }]);
  await reconcile();
  expect(await listDiscrepancies(id)).toMatchObject([{ resolvedAt: expect.any(Date) }]);
});

test('the first run ever starts at the beginning', async () => {
  await reportEarlierDiscrepancies();
  const { id, correct } = await buildWrongPayment();
  await prisma.setting.delete({ where: { key: 'reconciled_up_to' } });
  expectConsoleError();
  await reconcile();
  expect({ place: await readPlace(), found: await listDiscrepancies(id) }).toMatchObject({
    place: '',
    found: [{ resolvedAt: null }],
  });
  await correct();
  await reconcile();
});
