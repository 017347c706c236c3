import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { World } from '../world';
import type { Call } from './wrk';

const run = promisify(execFile);

const body = JSON.stringify({
  id: 'trx_01m7xwrs5x3y4mxwd8ppsqfdgw7sm0k6pszg',
  type: 'PAYMENT',
  status: 'AUTHORIZED',
  order_id: 'order-1',
  order_amount: 10000,
  order_currency: 'USD',
  amount_authorized: 10000,
  amount_captured: 0,
  amount_voided: 0,
  amount_refunded: 0,
  external_id: '0-1-1',
  card: { brand: 'visa', last_four: '4242' },
  capture_before: '2030-01-01T00:00:00.000Z',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
});

/** What every call writes. */
const common = {
  environment: 'test',
  operator: 'api:key_01m7xwrs5x3y4mxwd8ppsqfdgw7sm0k6pszg',
  leaseMs: '11000',
  fingerprint: 'a=0123456789abcdef01234567 '.repeat(8).trim(),
  amount: '10000',
  reason: null,
  operationStatus: 'SUCCEEDED',
  acquirerReference: 'sim_op_01m7xwrs5x3y4mxwd8ppsqfdgw7sm0k6pszg',
  declineCode: null,
  recordedAt: '2026-01-01T00:00:00.000Z',
  responseBody: body,
  captureBefore: '2099-01-01T00:00:00.000Z',
  paymentDeclineCode: null,
  intentState: null,
  maximumDeclines: '5',
  authorized: '10000',
  voided: '0',
  expired: '0',
  holdReserved: '0',
};

type Script = { statements: string[]; sets: string[]; values: Record<string, string | null> };

// Each client works on its own payments: the nth one is authorized, captured, and refunded under the same
// number.
const number = ['n :n + 1', 'payment 4000000000000000000 + :client_id * 100000000 + :n'];
const ids = (offset: number) => [
  `operationId :payment + ${offset}000000000000`,
  `eventId :payment + ${offset}000000000000`,
];

const scripts: Record<Call, Script> = {
  authorize: {
    statements: ['reserve-payment', 'record-payment'],
    sets: [...number, ...ids(1), 'transactionId :payment', 'externalId :payment', 'orderId :payment'],
    values: {
      type: 'authorize',
      currency: 'USD',
      order: '{"order_id":"order-1","order_amount":10000,"order_currency":"USD"}',
      connectionId: 'con_simulator_test',
      cardBrand: 'visa',
      cardBin: '424242',
      cardLastFour: '4242',
      cardExpiry: '2040-12',
      cardTokenId: null,
      eventType: 'transaction.authorized',
      version: '1',
      status: 'AUTHORIZED',
      captured: '0',
    },
  },
  capture: {
    statements: ['reserve-hold-operation', 'record-payment'],
    sets: [...number, ...ids(2), 'transactionId :payment', 'externalId :payment'],
    values: {
      type: 'capture',
      amount: null,
      statuses: '{AUTHORIZED,PARTIAL_CAPTURED}',
      seenVersion: null,
      eventType: 'transaction.captured',
      version: '3',
      status: 'CAPTURED',
      captured: '10000',
    },
  },
  refund: {
    statements: ['reserve-refund', 'record-refund'],
    sets: [
      ...number,
      ...ids(3),
      'parentId :payment',
      'transactionId :payment + 3000000000000',
      'externalId :payment',
      'parentOperationId :payment + 4000000000000',
    ],
    values: {
      statuses: '{CAPTURED,PARTIAL_CAPTURED,SETTLED}',
      seenVersion: null,
      eventType: 'refund.created',
      version: '1',
      status: 'CAPTURED',
      refunded: '10000',
    },
  },
  get: {
    statements: ['find-transaction'],
    sets: ['id 4000000000000000000 + :client_id * 100000000 + :first + random(1, :transactions)'],
    values: {},
  },
};

/**
 * A script for pgbench, which names parameters in the same way, but can't express null.
 * @throws when a parameter has no value, because pgbench would send null
 */
export async function buildScript(
  call: Call,
  values: Record<string, string | null> = { ...common, ...scripts[call].values, accountId: '' },
): Promise<string> {
  // Its modules read the settings, which start with the database.
  const { singleStatements } = await import('./single-statements');
  const { statements, sets } = scripts[call];
  const setNames = sets.map((set) => set.split(' ')[0]!);
  const texts = statements.map((name) =>
    singleStatements[name]!.replace(/(?<!:):([a-z]\w*)/gi, (placeholder, parameter: string) => {
      if (!(parameter in values) && !setNames.includes(parameter))
        throw new Error(`${call}: ${name} has no value for :${parameter}`);
      return values[parameter] === null ? 'null' : placeholder;
    }),
  );
  return [...sets.map((set) => `\\set ${set}`), ...texts.map((text) => `${text};`)].join('\n');
}

/**
 * Runs only the statements of one kind of call, the given number of times per client. Its payments are
 * numbered from `first`.
 * @returns calls per second
 */
export async function measureDatabase(
  { postgres, accountId }: World,
  call: Call,
  input: { clients: number; transactions: number; first: number },
): Promise<number> {
  process.env.DATABASE_URL = postgres.url;
  const all: Record<string, string | null> = {
    ...common,
    ...scripts[call].values,
    accountId,
    n: String(input.first),
    first: String(input.first),
    transactions: String(input.transactions),
  };
  const file = `/tmp/tillway-bench-${process.pid}.sql`;
  writeFileSync(file, await buildScript(call, all));
  const pgbenchVariables = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : ['-D', `${name}=${value}`],
  );
  const { stdout } = await run(join(postgres.bin, 'pgbench'), [
    '-n',
    '-M',
    'prepared',
    '-f',
    file,
    '-c',
    String(input.clients),
    '-j',
    '2',
    '-t',
    String(input.transactions),
    ...pgbenchVariables,
    postgres.url,
  ]);
  return Number(/tps = ([\d.]+)/.exec(stdout)![1]);
}
