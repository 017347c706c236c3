import { beforeAll, expect, test } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import { closeChargeback, openChargeback } from '~/payments/disputes/chargebacks';
import { failRefund } from '~/payments/operations/refund-failures';
import { prisma } from '~/platform/database/db.server';
import { createPastRows, type PastRows } from '../../../prisma/seed/year/past-rows';
import { buildYear } from '../../../prisma/seed/year/year';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { buildDisputedPayment } from '../../world/payments/chargebacks';
import { expireHold, resolveOutcomesOf, settleNextDay } from '../../world/payments/elapsed-time';
import { buildPayment, cards, sendCaptureOrVoid } from '../../world/payments/payments';

// The demo writes rows of the past in bulk. Each row must look like one that the product writes.

let client: ApiClient;
let year: PastRows = createPastRows();

beforeAll(async () => {
  client = await buildApiClient();
  year = buildYear(
    {
      accountId: client.merchant.accountId,
      environment: 'test',
      secretId: 'key_1',
      connectionId: 'con_simulator_test',
      holdDays: 7,
      ownerId: 'usr_1',
      financeId: 'usr_2',
    },
    // Not on every day does the demo contain everything that the product does.
    Date.parse('2026-11-26T12:00:00Z'),
  );
});

type Row = Record<string, unknown>;
type History = { transaction: Row; operations: Row[]; events: Row[]; keys: Row[] };

/** A row without what differs between payments: which columns are set, and the values of names. */
function describe(row: Row): Row {
  const literal = [
    'type',
    'status',
    'version',
    'environment',
    'family',
    'inquiries',
    'currency',
    'dispute_stage',
    'dispute_reason',
  ];
  return Object.fromEntries(
    Object.entries(row)
      .filter(
        ([name]) =>
          name !== 'sequence' && name !== 'order_currency' && name !== 'currency' && name !== 'order_id',
      )
      .map(([name, value]) => [name, value === null ? null : describeValue(name, value, literal)])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
}

function describeValue(name: string, value: unknown, literal: string[]): unknown {
  if (literal.includes(name)) return value;
  if (name === 'operator')
    return String(value).split(':')[0] === 'system' ? value : String(value).split(':')[0];
  if (name === 'decline_code') return 'code';
  if (name.startsWith('amount') || name.endsWith('reserved') || name === 'chargeback_open')
    return Number(value) > 0;
  if (name === 'response_body') return listMembers(JSON.parse(String(value)));
  if (name === 'payload') return listMembers(value as object);
  if (name === 'external_id' || name === 'reason') return 'set';
  return 'set';
}

const listMembers = (value: object): string[] =>
  Object.entries(value)
    .flatMap(([name, inner]) =>
      inner && typeof inner === 'object'
        ? [name, ...listMembers(inner as object).map((member) => `${name}.${member}`)]
        : [name],
    )
    .sort();

function describeHistory({ transaction, operations, events, keys }: History) {
  return {
    transaction: describe(transaction),
    operations: operations.map(describe),
    events: events.map(describe),
    keys: keys.map(describe),
  };
}

/** The same reasons to leave a column empty in both. */
async function readReal(id: string): Promise<History> {
  const rows = (table: string, column: string) =>
    prisma.$queryRawUnsafe<{ row: Row }[]>(
      `select to_json(t) as row from ${table} t where ${column} = $1 order by ${table === 'operations' ? 'sequence' : table === 'webhook_events' ? 'id' : 'created_at'}`,
      id,
    );
  const all = async (table: string, column: string) => (await rows(table, column)).map(({ row }) => row);
  const [transaction] = await all('transactions', 'id');
  return {
    transaction: transaction!,
    operations: (await all('operations', 'transaction_id')).map(({ inquire_at: _, ...row }) => row),
    events: (await all('webhook_events', 'transaction_id')).map(
      ({ sample: _, fanned_out_at: _fanned, ...row }) => row,
    ),
    keys: await all('idempotency_keys', 'resource_id'),
  };
}

const seen = <T extends Row>(row: T): Row => JSON.parse(JSON.stringify(row)) as Row;

function readSeeded(transaction: Row): History {
  const of = <T extends Row>(rows: readonly T[], column: keyof T) =>
    rows
      .filter((row) => row[column] === transaction.id)
      .sort((a, b) => Number(a.created_at) - Number(b.created_at))
      .map(seen);
  return {
    transaction: seen(transaction),
    operations: of(year.operations, 'transaction_id'),
    events: of(year.webhook_events, 'transaction_id').map(({ fanned_out_at: _, ...row }) => row),
    keys: of(year.idempotency_keys as Row[], 'resource_id'),
  };
}

/** The newest seeded transaction with the same operations: refunds through the API and in the portal differ. */
function findSeeded(real: History): History {
  const signature = ({ transaction, operations }: History) =>
    [
      transaction.type,
      transaction.intent_id === null,
      ...operations.map(
        ({ type, status, inquiries, operator }) =>
          `${type} ${status} ${inquiries} ${String(operator).split(':')[0]}`,
      ),
    ].join(', ');
  const found = year.transactions
    .filter(({ type, intent_id }) => type === real.transaction.type && intent_id === null)
    .map(readSeeded)
    .filter((seeded) => signature(seeded) === signature(real) && seeded.events.length === real.events.length);
  if (!found.length) throw new Error(`the demo has no ${signature(real)}`);
  return found.at(-1)!;
}

const captureHold = (id: string, amount?: number) =>
  sendCaptureOrVoid(client, id, { operation: 'capture', amount, reason: 'First parcel' });
const voidHold = (id: string) => sendCaptureOrVoid(client, id, { operation: 'void', reason: 'Out of stock' });
const pay = async (changes: Parameters<typeof buildPayment>[1] = {}) => {
  const cardHolder = { address_1: '1 Main St', postal_code: '94016' };
  const json = await buildPayment(client, { cardHolder, ...changes });
  return (json.id ?? json.transaction_id) as string;
};
const refundWithReason = async (id: string, amount: number) => {
  const { json } = await client.post('/refunds', {
    external_id: `r-${id}`,
    trx_id: id,
    amount,
    reason: 'Goods returned',
  });
  return json.id as string;
};

test.each<[string, () => Promise<string>]>([
  ['declined', () => pay({ pan: cards.declined, operation: 'authcap' })],
  ['captured at once', () => pay({ operation: 'authcap' })],
  [
    'settled',
    async () => {
      const id = await pay({ operation: 'authcap' });
      await settleNextDay(id);
      return id;
    },
  ],
  [
    'captured and settled',
    async () => {
      const id = await pay();
      await sendCaptureOrVoid(client, id, { operation: 'capture' });
      await settleNextDay(id);
      return id;
    },
  ],
  ['on hold', () => pay()],
  [
    'partly captured',
    async () => {
      const id = await pay();
      await captureHold(id, 6_000);
      return id;
    },
  ],
  [
    'partly captured, and voided',
    async () => {
      const id = await pay();
      await captureHold(id, 6_000);
      await voidHold(id);
      await settleNextDay(id);
      return id;
    },
  ],
  [
    'voided',
    async () => {
      const id = await pay();
      await voidHold(id);
      return id;
    },
  ],
  [
    'expired',
    async () => {
      const id = await pay();
      await expireHold(id);
      return id;
    },
  ],
  [
    'unknown, then approved',
    async () => {
      const id = await pay({ pan: cards.unknownThenApproved, operation: 'authcap' });
      await resolveOutcomesOf(id);
      await settleNextDay(id);
      return id;
    },
  ],
  [
    'refunded',
    async () => {
      const id = await pay({ operation: 'authcap' });
      await settleNextDay(id);
      await refundWithReason(id, 10_000);
      return id;
    },
  ],
  [
    'a refund',
    async () => {
      const id = await refundWithReason(await pay({ operation: 'authcap' }), 4_000);
      await settleNextDay(id);
      return id;
    },
  ],
  [
    'a refund that failed',
    async () => {
      const paymentId = await pay({ operation: 'authcap' });
      const id = await refundWithReason(paymentId, 4_000);
      const operation = await prisma.operation.findFirstOrThrow({ where: { transactionId: id } });
      await failRefund(builtInConnectionId('test'), { reference: operation.id, code: 'do_not_honor' });
      return id;
    },
  ],
])('rows of the demo look like those of the product: %s', async (_, reach) => {
  const real = await readReal(await reach());
  expect(describeHistory(findSeeded(real))).toEqual(describeHistory(real));
});

test.each(['needs_response', 'won', 'lost'] as const)(
  'a seeded chargeback looks like a real one: %s',
  async (stage) => {
    const { paymentId, entry } = await buildDisputedPayment(client);
    await openChargeback(builtInConnectionId('test'), entry);
    if (stage !== 'needs_response')
      await closeChargeback(builtInConnectionId('test'), { ...entry, kind: `chargeback_${stage}` });
    const { id } = await prisma.transaction.findFirstOrThrow({
      where: { parentId: paymentId, type: 'CHARGEBACK' },
    });
    const [real, seeded] = [
      await readReal(id),
      readSeeded(year.transactions.find(({ dispute_stage }) => dispute_stage === stage)!),
    ];
    // The merchant responded to the one that it won.
    const changes = stage === 'won' ? { version: Number(real.transaction.version) + 1 } : {};
    const [described, expected] = [describeHistory(seeded), describeHistory(real)];
    expect({ ...described, events: [] }).toEqual({
      ...expected,
      events: [],
      transaction: { ...expected.transaction, ...changes },
    });
  },
);

test('the same day has the same data', () => {
  const merchant = {
    accountId: client.merchant.accountId,
    environment: 'live' as const,
    secretId: 'key_1',
    connectionId: 'con_simulator_live',
    holdDays: 7,
    ownerId: 'usr_1',
    financeId: 'usr_2',
  };
  const now = Date.parse('2026-11-25T15:00:00Z');
  const summarize = (rows: PastRows) =>
    rows.transactions.map(({ external_id, status, order_amount, created_at, card_last_four }) => [
      external_id,
      status,
      order_amount,
      created_at,
      card_last_four,
    ]);
  const [first, second, hourLater] = [now, now, now + 3_600_000].map((time) =>
    summarize(buildYear(merchant, time)),
  );
  expect(second).toEqual(first);
  expect(hourLater!.slice(0, 400).map(([externalId]) => externalId)).toEqual(
    first!.slice(0, 400).map(([externalId]) => externalId),
  );
});

test('refunds are never more than was captured, in every time zone and season', () => {
  const merchant = {
    accountId: client.merchant.accountId,
    environment: 'test' as const,
    secretId: 'key_1',
    connectionId: 'con_simulator_test',
    holdDays: 7,
    ownerId: 'usr_1',
    financeId: 'usr_2',
  };
  for (const day of [
    '2026-01-01T00:05:00Z',
    '2026-03-29T01:30:00Z',
    '2026-06-15T22:30:00Z',
    '2026-10-25T01:30:00Z',
    '2028-02-29T12:00:00Z',
  ]) {
    const now = Date.parse(day);
    const { transactions, operations } = buildYear(merchant, now);
    for (const {
      amount_captured,
      amount_refunded,
      chargeback_open,
      amount_charged_back,
      type,
    } of transactions)
      if (type === 'PAYMENT')
        expect(amount_refunded + chargeback_open + amount_charged_back).toBeLessThanOrEqual(amount_captured);
    expect(operations.filter(({ completed_at }) => completed_at.getTime() > now)).toEqual([]);
    expect(
      new Set(transactions.filter(({ type }) => type === 'PAYMENT').map(({ status }) => status)),
    ).toEqual(
      new Set(['AUTHORIZED', 'DECLINED', 'VOIDED', 'PARTIAL_CAPTURED', 'CAPTURED', 'EXPIRED', 'SETTLED']),
    );
  }
});
