import { expect, test } from 'vitest';
import { prisma } from '~/platform/db.server';
import { buildApiClient, type ApiResponse } from '../world/api-client';
import { buildPayment, paymentBody } from '../world/payments';

const rounds = Number(process.env.RACE_ROUNDS ?? 20);
const together = <T>(count: number, request: (index: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, index) => request(index)));
const succeeded = (replies: ApiResponse[]) => replies.filter(({ status }) => status === 200);

/** Counters of a payment against the operations that should make them up. */
async function expectBooksToAgree(id: string) {
  const row = await prisma.transaction.findUniqueOrThrow({ where: { id }, include: { operations: { where: { status: 'SUCCEEDED' } } } });
  const sum = (...types: string[]) => row.operations.filter(({ type }) => types.includes(type)).reduce((total, { amount }) => total + amount, 0);
  expect(row).toMatchObject({
    amountCaptured: sum('capture', 'partial_capture', 'authcap'),
    amountVoided: sum('void'),
    amountRefunded: sum('refund'),
    holdReserved: 0,
    refundReserved: 0,
  });
  return row;
}

test('of many full captures of one payment, one has an effect', { timeout: 120_000 }, async () => {
  const client = await buildApiClient();
  for (let round = 0; round < rounds; round++) {
    const { id } = await buildPayment(client);
    const replies = await together(20, (index) => client.post(`/transactions/${id}`, { operation: 'capture', external_id: `${id}-c-${index}`, amount: 10_000 }));
    expect(succeeded(replies)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await expectBooksToAgree(id)).amountCaptured).toBe(10_000);
  }
});

test('partial captures that cross add up to exactly what was authorized', { timeout: 120_000 }, async () => {
  const client = await buildApiClient();
  for (let round = 0; round < rounds; round++) {
    const { id } = await buildPayment(client);
    const replies = await together(20, (index) => client.post(`/transactions/${id}`, { operation: 'capture', external_id: `${id}-c-${index}`, amount: 1_000 }));
    expect(succeeded(replies)).toHaveLength(10);
    expect(await expectBooksToAgree(id)).toMatchObject({ status: 'CAPTURED', amountCaptured: 10_000 });
  }
});

test('capture against void: one of them gets the money', { timeout: 120_000 }, async () => {
  const client = await buildApiClient();
  for (let round = 0; round < rounds; round++) {
    const { id } = await buildPayment(client);
    const replies = await together(10, (index) => client.post(`/transactions/${id}`, { operation: index % 2 ? 'capture' : 'void', external_id: `${id}-x-${index}` }));
    expect(succeeded(replies)).toHaveLength(1);
    const { amountCaptured, amountVoided } = await expectBooksToAgree(id);
    expect(amountCaptured + amountVoided).toBe(10_000);
  }
});

test('two refunds of 60 percent: one is made', { timeout: 120_000 }, async () => {
  const client = await buildApiClient();
  for (let round = 0; round < rounds; round++) {
    const { id } = await buildPayment(client, { operation: 'authcap' });
    const replies = await together(2, (index) => client.post('/refunds', { external_id: `${id}-${index}`, trx_id: id, amount: 6_000 }));
    expect(succeeded(replies)).toHaveLength(1);
    expect((await expectBooksToAgree(id)).amountRefunded).toBe(6_000);
  }
});

test('twins of one external_id get one effect and one answer', { timeout: 120_000 }, async () => {
  const client = await buildApiClient();
  for (let round = 0; round < rounds; round++) {
    const body = paymentBody({ operation: 'authcap' });
    const payments = await together(20, () => client.post('/transactions', body));
    expect(new Set(payments.map(({ text }) => text)).size).toBe(1);
    const { id } = payments[0]!.json;
    const refunds = await together(20, () => client.post('/refunds', { external_id: `${id}-r`, trx_id: id, amount: 10_000 }));
    expect(new Set(refunds.map(({ text }) => text)).size).toBe(1);
    expect((await expectBooksToAgree(id)).operations.map(({ type }) => type).sort()).toEqual(['authcap', 'refund']);
  }
});

test('the database refuses what code would let through', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const refused = [
    { amountCaptured: 10_001 },
    { amountCaptured: 6_000, amountVoided: 4_001 },
    { amountVoided: 9_000, holdReserved: 1_001 },
    { amountRefunded: 1 },
    { amountCaptured: 5_000, amountRefunded: 3_000, refundReserved: 2_001 },
    { amountCaptured: -1 },
    { status: 'DECLINED' },
    { environment: 'staging' },
    { type: 'REFUND' },
  ];
  for (const data of refused) await expect(prisma.transaction.update({ where: { id }, data }), JSON.stringify(data)).rejects.toThrow();
});
