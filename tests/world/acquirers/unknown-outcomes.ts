import { expect, onTestFinished, vi } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import type { FaultInput } from '../../stand-ins/faults';
import type { ApiClient, ApiResponse } from '../api-client';
import { resolveOutcomesOf } from '../payments/elapsed-time';
import { paymentBody, refund, sendCaptureOrVoid } from '../payments/payments';

/** Faults are logged. @returns the lines, for tests of what they contain */
export function ignoreFaults(): string[] {
  const lines: string[] = [];
  for (const level of ['error', 'warn'] as const) {
    const spy = vi.spyOn(log, level).mockImplementation((...args: unknown[]) => {
      lines.push(args.map((arg) => (arg instanceof Error ? arg.message : JSON.stringify(arg))).join(' '));
    });
    onTestFinished(() => spy.mockRestore());
  }
  return lines;
}

const randomFaults = [
  { fault: 'reset', effect: 'before' },
  { fault: 'reset', effect: 'after' },
  { fault: 'error', effect: 'before', replayed: false },
  { fault: 'error', effect: 'after', replayed: false },
  { fault: 'error', effect: 'after' },
  { fault: 'cut', bytes: 20 },
  { fault: 'invalid_json' },
  { fault: 'foreign_json' },
  { fault: 'unknown_status' },
  { fault: 'rate_limit' },
] as const;

type Pick = <T>(choices: readonly T[]) => T;

/** Always the same sequence, so that a failure can be repeated. */
function createPick(): Pick {
  let random = 20_261_126;
  return (choices) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return choices[Math.floor((random / 2_147_483_648) * choices.length)]!;
  };
}

/**
 * A processor whose answers get lost. `paths`: of the requests that move money. `deliver`: delivers its webhooks.
 * `passTime`: until an inquiry about the payment may decide. `readBalance`: what it has done for a payment.
 */
type DisturbedProcessor = {
  client: ApiClient;
  paths: readonly string[];
  setFaults(faults: FaultInput[]): void;
  deliver?(pick: Pick): Promise<void>;
  passTime(paymentId: string): Promise<unknown>;
  readBalance(paymentId: string): Promise<{ held: number; captured: number; refunded: number }>;
};

/**
 * Makes payments with random faults until 300 outcomes are unknown, and resolves all of them. Fails when our records
 * differ from the processor's: an outcome was guessed, or money moved twice.
 * @returns the payments
 */
export async function resolveDisturbedPayments({
  client,
  paths,
  setFaults,
  deliver = () => Promise.resolve(),
  passTime,
  readBalance,
}: DisturbedProcessor): Promise<string[]> {
  ignoreFaults();
  const pick = createPick();
  let unknown = 0;
  const send = async (request: () => Promise<ApiResponse>): Promise<string> => {
    setFaults(
      paths.map((path) => ({
        ...pick(randomFaults),
        ...{ path, method: 'POST', skip: pick([0, 0, 1]), times: 2 },
      })),
    );
    const { json } = await request();
    if (json.code === 'outcome_unknown') unknown += 1;
    return (json.id ?? json.transaction_id) as string;
  };
  const payments: string[] = [];
  const pay = async () => {
    const operation = pick(['authorize', 'authcap']);
    const id = await send(() => client.post('/transactions', paymentBody({ operation })));
    payments.push(id);
    if (pick([true, true, false])) await deliver(pick);
    if (operation === 'authcap') {
      await send(() => refund(client, id, pick([10_000, 3_000])));
      await send(() => refund(client, id, 2_000));
    } else {
      await send(() =>
        sendCaptureOrVoid(client, id, { operation: 'capture', amount: pick([10_000, 4_000]) }),
      );
      if (pick([true, false])) await deliver(pick);
      await send(() => sendCaptureOrVoid(client, id, { operation: 'void' }));
    }
  };
  while (unknown < 300 && payments.length < 600) await Promise.all(Array.from({ length: 10 }, pay));
  setFaults([]);
  expect(unknown).toBeGreaterThanOrEqual(300);
  await Promise.all(payments.map(passTime));
  const ofPayments = { transaction: { OR: [{ id: { in: payments } }, { parentId: { in: payments } }] } };
  const findPending = () => prisma.operation.findMany({ where: { ...ofPayments, status: 'PENDING' } });
  // Each run takes a part of them.
  for (let round = 0; round < 40; round++) {
    await deliver(pick);
    const pending = await findPending();
    if (!pending.length) break;
    await resolveOutcomesOf(...pending.map(({ transactionId }) => transactionId));
  }
  expect(await findPending()).toEqual([]);
  const differences: object[] = [];
  for (const id of payments) {
    const row = await prisma.transaction.findUniqueOrThrow({ where: { id } });
    const ours = {
      held: row.amountAuthorized - row.amountCaptured - row.amountVoided - row.amountExpired,
      captured: row.amountCaptured,
      refunded: row.amountRefunded,
    };
    const theirs = await readBalance(id);
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      differences.push({ id, status: row.status, ours, theirs });
  }
  expect(differences).toEqual([]);
  return payments;
}
