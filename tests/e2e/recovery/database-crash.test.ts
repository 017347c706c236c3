import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditBooks } from '../../peers/books-audit';
import { connectMerchant, type ConnectedMerchant } from '../../peers/merchant-client';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { createDataDir, startServer, type Server } from '../../peers/server';

const travelMs = 200;
/** Before, during, and after the request to the acquirer. */
const crashMoments = [5, travelMs / 2, travelMs * 1.5, travelMs * 2.1];

let postgres: Postgres;
let env: Record<string, string> & { DATA_DIR: string };
let servers: Server[];
let merchants: ConnectedMerchant[];

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  env = {
    DATA_DIR: createDataDir(),
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'c4a5'.repeat(16),
    PORTAL_URL: 'http://localhost:3000',
    SIMULATOR_DELAY_MS: String(travelMs),
    ACQUIRER_TIMEOUT_MS: '1500',
  };
  servers = await Promise.all([startServer(env), startServer(env)]);
  merchants = await Promise.all(servers.map((server) => connectMerchant(server)));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await postgres.stop();
  rmSync(env.DATA_DIR, { recursive: true, force: true });
});

const payment = (operation: string) => ({
  operation,
  external_id: randomUUID(),
  order: { order_amount: 10_000, order_currency: 'EUR' },
  card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
});

/** A request of every kind. */
async function prepareRequests(): Promise<[path: string, body: object][]> {
  const prepared = await Promise.all(
    ['authorize', 'authorize', 'authcap'].map((operation) =>
      merchants[0]!.retryUntilFinal('/transactions', payment(operation)),
    ),
  );
  const [captured, voided, refunded] = prepared.map(({ json }) => json.id as string);
  return [
    ['/transactions', payment('authorize')],
    ['/transactions', payment('authcap')],
    [`/transactions/${captured}`, { operation: 'capture', external_id: randomUUID(), amount: 6_000 }],
    [`/transactions/${voided}`, { operation: 'void', external_id: randomUUID() }],
    ['/refunds', { external_id: randomUUID(), trx_id: refunded, amount: 4_000 }],
  ];
}

test('a database crash loses no payment, repeats no operation, and guesses no outcome', async () => {
  const codes = new Set<unknown>();
  for (const moment of crashMoments) {
    const requests = await prepareRequests();
    // Each request goes to both processes.
    const replies = Promise.all(
      merchants.flatMap((merchant) => requests.map(([path, body]) => merchant.call(path, body))),
    );
    await sleep(moment);
    await postgres.crash();
    expect((await merchants[0]!.call('/transactions', payment('authorize'))).json).toMatchObject({
      status: 503,
      code: 'database_unavailable',
    });
    for (const { status, json, retryAfter } of await replies) {
      codes.add(json.code);
      expect({ status, code: json.code, retryAfter }).toEqual(
        status === 503
          ? {
              status,
              code: expect.stringMatching(/^(outcome_unknown|database_unavailable)$/),
              retryAfter: expect.stringMatching(/^\d+$/),
            }
          : // The other process was faster, or the reply came before the crash.
            status === 409
            ? { status, code: 'request_in_progress', retryAfter: expect.anything() }
            : { status: 200, code: undefined, retryAfter: null },
      );
    }
    await postgres.restart();
    for (const { origin } of servers)
      await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
    for (const [path, body] of requests) {
      const [one, other] = await Promise.all(
        merchants.map((merchant) => merchant.retryUntilFinal(path, body)),
      );
      expect(one).toMatchObject({ status: 200, text: other!.text });
      expect(one!.json.status).toMatch(/^(AUTHORIZED|CAPTURED|PARTIAL_CAPTURED|VOIDED)$/);
    }
  }
  const { code, output } = await auditBooks(env);
  expect(output).toMatch(
    /^Compared [\d,]+ transactions, .* ledger entries of Simulator \(live\) and Simulator \(test\)\. No discrepancies\.$/m,
  );
  expect(code).toBe(0);
});

test('the books audit names what someone changed in SQL', async () => {
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  for (const statement of [
    'set session_replication_role = replica',
    "update operations set amount = 3000 where type = 'refund' and amount = 4000",
    "update transactions set order_amount = 3000, amount_refunded = 3000 where type = 'REFUND' and order_amount = 4000",
    "update transactions set amount_refunded = 3000 where type = 'PAYMENT' and amount_refunded = 4000",
  ])
    await database.query(statement);
  const { rows } = await database.query<{ id: string }>(
    "select id from transactions where type = 'REFUND' and order_amount = 3000",
  );
  await database.end();
  const { code, output } = await auditBooks(env);
  expect(code).toBe(1);
  expect(rows).toHaveLength(crashMoments.length);
  for (const { id } of rows)
    expect(output).toMatch(
      new RegExp(`^Amount doesn’t match the ledger: test ${id} op_\\w+: expected 3000, found 4000$`, 'm'),
    );
});
