import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Outcome } from '~/acquirers/acquirer';
import * as connections from '~/payments/connections/connections';
import { listAudit } from '~/audit/audit';
import * as database from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { resetCounter } from '~/platform/rate-limits/window-counters';
import { buildApiClient } from '../../../tests/world/api-client';
import { expectConsoleError } from '../../../tests/setup/errors';
import {
  acquirer,
  disconnectAcquirers,
  loseAnswerOnce,
  mockAnswerOnce,
  unknownOutcome,
} from '../../../tests/world/acquirers/acquirer';
import { passMinute, resolveOutcomesOf } from '../../../tests/world/payments/elapsed-time';
import { buildPayment } from '../../../tests/world/payments/payments';
import { inquireForPayer } from '~/payments/checkout/payer-inquiries';
import { releaseAbandonedReservations, requestInquiry } from './unknown-outcomes';

const { databaseNow, prisma } = database;

const actor = 'staff:usr_1' as const;
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds);

type Inquiries = { inquiries?: number; inquireAt?: Date | null };

/** A payment whose answer was lost, after the request has `reached` the acquirer or before. */
async function buildUnknownPayment(changes: Inquiries = {}, { reached = true } = {}) {
  const client = await buildApiClient();
  if (reached) loseAnswerOnce('authorize');
  else mockAnswerOnce('authorize', unknownOutcome);
  const { transaction_id: transactionId } = await buildPayment(client);
  const { id } = await prisma.operation.findFirstOrThrow({ where: { transactionId } });
  await prisma.operation.update({ where: { id }, data: changes });
  return { id, transactionId: transactionId as string, accountId: client.merchant.accountId };
}

const findOperation = (id: string) => prisma.operation.findUniqueOrThrow({ where: { id } });
const findStatus = async (id: string) =>
  (await prisma.transaction.findUniqueOrThrow({ where: { id } })).status;
const listInquiries = async (accountId: string) =>
  (await listAudit({ accountId, action: 'outcome_inquiry_requested' })).entries;

function spyOnLookup() {
  const lookup = vi.spyOn(acquirer, 'lookup').mockClear();
  onTestFinished(() => lookup.mockRestore());
  return lookup;
}

function spyOnWarnings() {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  return warn;
}

test("a person's inquiry is sent once, audited, and its answer recorded", async () => {
  const unknown = await buildUnknownPayment();
  // The process that requested it has ended without an answer.
  const abandoned = await buildUnknownPayment({ inquiries: 0, inquireAt: fromNow(-second) });
  const lookup = spyOnLookup();
  for (const [{ id, transactionId, accountId }, seen] of [
    [unknown, 1],
    [abandoned, 0],
  ] as const) {
    lookup.mockClear();
    expect(await requestInquiry({ operationId: id, seen, actor })).toBe('known');
    expect(lookup.mock.calls).toEqual([
      [expect.objectContaining({ reference: id, operation: 'authorize' }), expect.any(AbortSignal)],
    ]);
    expect(await findOperation(id)).toMatchObject({
      status: 'SUCCEEDED',
      inquiries: seen + 1,
      inquireAt: null,
    });
    expect(await findStatus(transactionId)).toBe('AUTHORIZED');
    expect(await listInquiries(accountId)).toMatchObject([
      { actor, accountId, subject: transactionId, details: { operation: id, inquiries: seen + 1 } },
    ]);
  }
});

describe('a payer who waits', () => {
  test('inquires once in five seconds, after the first inquiry brought no outcome', async () => {
    const { id, transactionId } = await buildUnknownPayment();
    const lookup = spyOnLookup().mockResolvedValue(unknownOutcome);
    spyOnWarnings();
    expect(await inquireForPayer(transactionId)).toBe(false);
    expect(lookup).not.toHaveBeenCalled();
    await resolveOutcomesOf(transactionId);
    lookup.mockClear();
    const { inquireAt } = await findOperation(id);
    for (let i = 0; i < 3; i++) expect(await inquireForPayer(transactionId)).toBe(false);
    expect(lookup).toHaveBeenCalledOnce();
    expect(await findOperation(id)).toMatchObject({ status: 'PENDING', inquiries: 2, inquireAt });

    lookup.mockRestore();
    await resetCounter(`payer-inquiry:waiting:${id}`);
    expect(await inquireForPayer(transactionId)).toBe(true);
    expect(await findStatus(transactionId)).toBe('AUTHORIZED');
    expect(await inquireForPayer(transactionId)).toBe(false);
  });

  test('sees the page after two seconds, and the answer is recorded when it comes', async () => {
    // Not in the acquirer's ledger, which other tests compare with the records.
    const { id, transactionId } = await buildUnknownPayment({ inquiries: 2 }, { reached: false });
    let answer = (_: Outcome) => {};
    spyOnLookup().mockReturnValueOnce(new Promise<Outcome>((resolve) => (answer = resolve)));
    expect(await inquireForPayer(transactionId)).toBe(false);
    answer({ kind: 'declined', code: 'do_not_honor' });
    await vi.waitFor(async () => expect((await findOperation(id)).status).toBe('FAILED'));
    expect(await findStatus(transactionId)).toBe('DECLINED');
  });

  test('sees the page when the inquiry fails', async () => {
    const { id, transactionId } = await buildUnknownPayment({ inquiries: 2 });
    vi.spyOn(connections, 'getConnection').mockRejectedValueOnce(new Error('no settings'));
    expectConsoleError({
      message: 'inquiring about an outcome',
      error: 'no settings',
      fields: { operationId: id },
    });
    expect(await inquireForPayer(transactionId)).toBe(false);
  });
});

test("an inquiry that isn't due to a person changes nothing", async () => {
  const known = await buildUnknownPayment();
  await resolveOutcomesOf(known.transactionId);
  const inFlight = await buildUnknownPayment({ inquiries: 0, inquireAt: fromNow(hour) });
  // The fourth inquiry, five minutes ago and a moment ago, and the tenth a moment ago.
  const inquired = await buildUnknownPayment({ inquiries: 4, inquireAt: fromNow(0) });
  const inquiring = await buildUnknownPayment({ inquiries: 4, inquireAt: fromNow(5 * minute) });
  const inquiringLate = await buildUnknownPayment({ inquiries: 10, inquireAt: fromNow(24 * hour) });
  const all = [known, inFlight, inquired, inquiring, inquiringLate];
  const readOperations = () => Promise.all(all.map(({ id }) => findOperation(id)));
  const before = await readOperations();
  const lookup = spyOnLookup();
  expect({
    known: await requestInquiry({ operationId: known.id, seen: before[0]!.inquiries, actor }),
    inFlight: await requestInquiry({ operationId: inFlight.id, seen: 0, actor }),
    inquired: await requestInquiry({ operationId: inquired.id, seen: 3, actor }),
    inquiring: await requestInquiry({ operationId: inquiring.id, seen: 4, actor }),
    inquiringLate: await requestInquiry({ operationId: inquiringLate.id, seen: 10, actor }),
    missing: await requestInquiry({ operationId: createId('op'), seen: 1, actor }),
  }).toEqual({
    known: 'known',
    inFlight: 'in_flight',
    inquired: 'already_requested',
    inquiring: 'already_requested',
    inquiringLate: 'already_requested',
    missing: 'not_found',
  });
  expect(lookup).not.toHaveBeenCalled();
  expect(await readOperations()).toEqual(before);
  for (const { accountId } of all) expect(await listInquiries(accountId)).toEqual([]);
});

test.each([
  [1, 15 * second, 'warning'],
  [3, 5 * minute, 'warning'],
  [7, 24 * hour, 'warning'],
  [8, 24 * hour, 'error'],
  [12, 24 * hour, 'error'],
])(
  'after %i inquiries and one by a person without an outcome, the next follows in %i ms, and the log has the %s',
  async (seen, next, level) => {
    const { id, transactionId } = await buildUnknownPayment({ inquiries: seen, inquireAt: null });
    spyOnLookup().mockResolvedValueOnce(unknownOutcome);
    const warn = spyOnWarnings();
    const fields = { operationId: id, transactionId, attempt: seen + 1 };
    if (level === 'error')
      expectConsoleError({
        message: 'outcome unknown, and no more inquiries',
        error: 'a person has to ask the acquirer',
        fields,
      });
    const begin = await databaseNow(prisma);
    expect(await requestInquiry({ operationId: id, seen, actor })).toBe('unknown');
    const end = await databaseNow(prisma);
    expect(warn.mock.calls).toEqual(level === 'warning' ? [['outcome still unknown', fields]] : []);
    const { inquireAt, ...operation } = await findOperation(id);
    expect(operation).toMatchObject({ status: 'PENDING', inquiries: seen + 1 });
    // The column rounds to milliseconds.
    expect(inquireAt!.getTime()).toBeGreaterThanOrEqual(begin.getTime() + next - 1);
    expect(inquireAt!.getTime()).toBeLessThanOrEqual(end.getTime() + next + 1);
    expect(await findStatus(transactionId)).toBe('PENDING');
  },
);

test('without an acquirer, the outcome stays unknown', async () => {
  const { id } = await buildUnknownPayment();
  disconnectAcquirers();
  expect(await requestInquiry({ operationId: id, seen: 1, actor })).toBe('unknown');
  expect(await findOperation(id)).toMatchObject({ status: 'PENDING', inquiries: 2 });
});

test.each([
  [
    'it has never seen the request',
    'DECLINED',
    {
      reached: false,
      repeated: false,
      recorded: { status: 'FAILED', declineCode: 'system_error', inquiries: 4 },
    },
  ],
  [
    'it has never seen the request, which the merchant repeats meanwhile',
    'DECLINED',
    {
      reached: false,
      repeated: true,
      recorded: { status: 'FAILED', declineCode: 'system_error', inquiries: 0 },
    },
  ],
  [
    'it has approved the request, which the merchant repeats meanwhile',
    'AUTHORIZED',
    { reached: true, repeated: true, recorded: { status: 'SUCCEEDED', declineCode: null, inquiries: 0 } },
  ],
])(
  "after the acquirer's answer in the second minute, that %s, the payment is %s",
  async (_, status, { reached, repeated, recorded }) => {
    const { id, transactionId } = await buildUnknownPayment({ inquiries: 3, inquireAt: null }, { reached });
    await passMinute(transactionId);
    const lookup = acquirer.lookup.bind(acquirer);
    spyOnLookup().mockImplementationOnce(async (...request) => {
      const answer = await lookup(...request);
      if (repeated)
        await prisma.operation.update({ where: { id }, data: { inquiries: 0, inquireAt: fromNow(hour) } });
      return answer;
    });
    await requestInquiry({ operationId: id, seen: 3, actor });
    expect(await findOperation(id)).toMatchObject(recorded);
    expect(await findStatus(transactionId)).toBe(status);
  },
);

test.each([
  ["on the embedded database, an ended process's request in flight becomes due", true],
  ["on a server, another process's request in flight stays in flight", false],
])('at startup %s', async (_, isEmbedded) => {
  // Other tests' requests in flight stay as they are.
  const others = await prisma.operation.findMany({ where: { status: 'PENDING', inquiries: 0 } });
  const inFlight = await buildUnknownPayment({ inquiries: 0, inquireAt: fromNow(hour) });
  const unknown = await buildUnknownPayment({ inquiries: 2, inquireAt: fromNow(hour) });
  const known = await buildPayment(await buildApiClient());
  const { id: knownId } = await prisma.operation.findFirstOrThrow({ where: { transactionId: known.id } });
  const ids = [inFlight.id, unknown.id, knownId];
  const [first, ...before] = await Promise.all(ids.map(findOperation));
  const embedded = vi.spyOn(database, 'isEmbedded', 'get').mockReturnValue(isEmbedded);
  onTestFinished(async () => {
    embedded.mockRestore();
    for (const { id, inquireAt } of others)
      await prisma.operation.update({ where: { id }, data: { inquireAt } });
  });
  const begin = Date.now();
  await releaseAbandonedReservations();
  const [{ inquireAt, ...released }, ...after] = (await Promise.all(ids.map(findOperation))) as [
    NonNullable<typeof first>,
    ...typeof before,
  ];
  expect({ ...released, inquireAt: first!.inquireAt }).toEqual(first);
  if (isEmbedded) {
    expect(inquireAt!.getTime()).toBeGreaterThanOrEqual(begin);
    expect(inquireAt!.getTime()).toBeLessThanOrEqual(Date.now());
  } else expect(inquireAt).toEqual(first!.inquireAt);
  expect(after).toEqual(before);
});
