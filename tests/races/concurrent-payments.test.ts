import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireHolds } from '~/payments/operations/hold-expiry';
import { pool, prisma } from '~/platform/database/db.server';
import { startApiProcess, type ApiProcess } from '../peers/api-processes';
import { openRequestRace, type RawReply, type RequestRace } from '../peers/synchronized-requests';
import { buildApiClient } from '../world/api-client';
import { paymentBody } from '../world/payments/payments';

// Requests released together by their last byte, at two processes that share a database and an acquirer's
// ledger; a third, this one, runs the timers.

const rounds = Number(process.env.RACE_ROUNDS ?? 200);
const runners = 50;
const timeout = 60_000 + rounds * 1_000;

let processes: ApiProcess[] = [];
let requestRace: RequestRace;

beforeAll(async () => {
  processes = await Promise.all([startApiProcess(), startApiProcess()]);
  const { token } = await buildApiClient();
  requestRace = await openRequestRace(
    processes.map(({ port }) => port),
    runners,
    token,
  );
});
afterAll(async () => {
  requestRace.close();
  await Promise.all(processes.map((process) => process.stop()));
});

const repeat = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
/** Their texts say why. */
const listUnexpected = (replies: RawReply[], statuses: number[]) =>
  replies.filter(({ status }) => !statuses.includes(status)).map(({ text }) => text);
const succeeded = (replies: RawReply[]) => replies.filter(({ status }) => status === 200);
function readId({ status, text }: RawReply): string {
  expect(status, text).toBe(200);
  return (JSON.parse(text) as { id: string }).id;
}

/** The payments for all rounds, created in parallel on all connections. */
async function buildPayments(operation: 'authorize' | 'authcap'): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < rounds)
    ids.push(
      ...(
        await requestRace.race(
          repeat(Math.min(runners, rounds - ids.length), () => ({
            path: '/transactions',
            body: paymentBody({ operation }),
          })),
        )
      ).map(readId),
    );
  return ids;
}

const buildHoldOperation = (id: string, operation: 'capture' | 'void', index: number, amount?: number) => ({
  path: `/transactions/${id}`,
  body: { operation, external_id: `${id}-${index}`, amount },
});

/** The payment's counters, its operations, and the acquirer's ledger must agree. */
async function expectBooksToAgree(id: string) {
  const row = await prisma.transaction.findUniqueOrThrow({
    where: { id },
    include: { operations: { where: { status: 'SUCCEEDED' } } },
  });
  const sum = (...types: string[]) =>
    row.operations
      .filter(({ type }) => types.includes(type))
      .reduce((total, { amount }) => total + amount, 0);
  expect(row).toMatchObject({
    amountCaptured: sum('capture', 'partial_capture', 'authcap'),
    amountVoided: sum('void'),
    amountExpired: sum('expire'),
    amountRefunded: sum('refund'),
    holdReserved: 0,
    refundReserved: 0,
  });
  return row;
}

type LedgerEntry = {
  kind: string;
  reference: string;
  authorization?: string;
  amountMinor: number;
  outcome: string;
};

/** The acquirer's approvals by the payment's reference. */
function readLedger(): Map<string, string[]> {
  const lines = readFileSync(join(process.env.DATA_DIR!, 'simulator-test.jsonl'), 'utf8').trim().split('\n');
  const ledgerEntry = new Map<string, string[]>();
  for (const { kind, reference, authorization = reference, amountMinor, outcome } of lines.map(
    (requestRace) => JSON.parse(requestRace) as LedgerEntry,
  ))
    if (outcome === 'approved')
      ledgerEntry.set(authorization, [...(ledgerEntry.get(authorization) ?? []), `${kind} ${amountMinor}`]);
  return ledgerEntry;
}

test('of fifty full captures of one payment, one succeeds', { timeout }, async () => {
  const ids = await buildPayments('authorize');
  for (const id of ids) {
    const replies = await requestRace.race(
      repeat(runners, (index) => buildHoldOperation(id, 'capture', index, 10_000)),
    );
    expect(listUnexpected(replies, [200, 409])).toEqual([]);
    expect(succeeded(replies)).toHaveLength(1);
    expect(await expectBooksToAgree(id)).toMatchObject({ status: 'CAPTURED', amountCaptured: 10_000 });
  }
  const ledger = readLedger();
  for (const { authorizationId } of await prisma.transaction.findMany({ where: { id: { in: ids } } }))
    expect(ledger.get(authorizationId)).toEqual(['authorize 10000', 'capture 10000']);
});

test('concurrent partial captures add up to exactly the authorized amount', { timeout }, async () => {
  for (const id of (await buildPayments('authorize')).slice(0, Math.ceil(rounds / 4))) {
    const replies = await requestRace.race(
      repeat(20, (index) => buildHoldOperation(id, 'capture', index, 1_000)),
    );
    expect(succeeded(replies)).toHaveLength(10);
    expect(await expectBooksToAgree(id)).toMatchObject({ status: 'CAPTURED', amountCaptured: 10_000 });
  }
});

test('the batches of two processes change the same payments, in opposite orders', { timeout }, async () => {
  const ids = (await buildPayments('authorize')).slice(0, runners / 2);
  // Neighboring connections lead to different processes.
  const turns = ids.flatMap((id, index) => [id, ids.at(-1 - index)!]);
  const batchRounds = Math.max(1, Math.floor(rounds / 20));
  for (let round = 0; round < batchRounds; round++) {
    const captures = await requestRace.race(
      turns.map((id, index) => buildHoldOperation(id, 'capture', runners * round + index, 10)),
    );
    expect(listUnexpected(captures, [200])).toEqual([]);
    const refunds = await requestRace.race(
      turns.map((id, index) => ({
        path: '/refunds',
        body: { external_id: `${id}-${runners * round + index}`, trx_id: id, amount: 10 },
      })),
    );
    expect(listUnexpected(refunds, [200])).toEqual([]);
  }
  for (const id of ids)
    expect(await expectBooksToAgree(id)).toMatchObject({
      amountCaptured: 20 * batchRounds,
      amountRefunded: 20 * batchRounds,
    });
});

test('capture, void and expiry at once: exactly one of them succeeds', { timeout }, async () => {
  const winners = { captured: 0, voided: 0, expired: 0 };
  for (const [round, id] of (await buildPayments('authorize')).entries()) {
    // The hold expires between shortly before and shortly after the requests.
    const endsInMs = (round % 20) - 5;
    await pool.query(
      "update transactions set capture_before = clock_timestamp() + $2::int * interval '1 millisecond' where id = $1",
      [id, endsInMs],
    );
    const expiry = repeat(3, (turn) => sleep(turn * 5).then(() => expireHolds({ transactionId: id })));
    const replies = await requestRace.race(
      repeat(10, (index) => buildHoldOperation(id, index % 2 ? 'capture' : 'void', index)),
    );
    await Promise.all(expiry);
    await sleep(Math.max(0, endsInMs));
    await expireHolds({ transactionId: id });
    const { amountCaptured, amountVoided, amountExpired, operations } = await expectBooksToAgree(id);
    expect([amountCaptured, amountVoided, amountExpired].sort((a, b) => a - b)).toEqual([0, 0, 10_000]);
    expect(operations).toHaveLength(2);
    expect(succeeded(replies)).toHaveLength(amountExpired ? 0 : 1);
    winners[amountCaptured ? 'captured' : amountVoided ? 'voided' : 'expired']++;
  }
  if (rounds >= 100)
    expect(
      Object.values(winners).every((count) => count > 0),
      JSON.stringify(winners),
    ).toBe(true);
});

test('of two refunds of 60 percent, one succeeds', { timeout }, async () => {
  for (const id of await buildPayments('authcap')) {
    const replies = await requestRace.race(
      repeat(2, (index) => ({
        path: '/refunds',
        body: { external_id: `${id}-${index}`, trx_id: id, amount: 6_000 },
      })),
    );
    expect(listUnexpected(replies, [200, 422])).toEqual([]);
    expect(succeeded(replies), replies.map(({ text }) => text).join('\n')).toHaveLength(1);
    expect(await expectBooksToAgree(id)).toMatchObject({ status: 'CAPTURED', amountRefunded: 6_000 });
  }
});

test('fifty copies of one external_id have one effect and one reply', { timeout }, async () => {
  for (let round = 0; round < rounds; round++) {
    const body = paymentBody({ operation: 'authcap' });
    const payments = await requestRace.race(repeat(runners, () => ({ path: '/transactions', body })));
    expect(new Set(payments.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const id = readId(payments[0]!);
    const refunds = await requestRace.race(
      repeat(runners, () => ({
        path: '/refunds',
        body: { external_id: `${id}-r`, trx_id: id, amount: 10_000 },
      })),
    );
    expect(new Set(refunds.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(
      [payments, refunds].map(
        (replies) => replies.filter(({ head }) => !/idempotent-replayed: true/i.test(head)).length,
      ),
    ).toEqual([1, 1]);
    const { operations, amountRefunded } = await expectBooksToAgree(id);
    expect(operations.map(({ type }) => type).sort()).toEqual(['authcap', 'refund']);
    expect(amountRefunded).toBe(10_000);
  }
});

test('the database rejects what code would let through', async () => {
  const [id] = await buildPayments('authorize');
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
  for (const data of refused)
    await expect(prisma.transaction.update({ where: { id }, data }), JSON.stringify(data)).rejects.toThrow();
});
