import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type Postgres } from '../peers/postgres';
import { newDataDir, startServer, type Server } from '../peers/server';

/** How long a request to the simulated acquirer travels; its answer takes as long again. */
const travelMs = 400;
const settings = { SIMULATOR_DELAY_MS: String(travelMs), ACQUIRER_TIMEOUT_MS: '1500', SECRET_KEY: 'c4a5'.repeat(16) };

type Credentials = { client_id: string; client_secret: string };

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function call(server: Server, path: string, body?: object, token?: string): Promise<{ status: number; text: string; json: Record<string, unknown> }> {
  const response = await fetch(`${server.origin}/test/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...(token && { Authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text) };
}

function credentialsIn(server: Server): Credentials {
  const [client_id] = /acc_\w+/.exec(server.output()) ?? [];
  const [client_secret] = /sk_test_[\w-]+/.exec(server.output()) ?? [];
  return { client_id: client_id!, client_secret: client_secret! };
}

async function tokenOf(server: Server): Promise<string> {
  return (await call(server, '/auth/token', credentialsIn(server))).json.access_token as string;
}

/** The same request until it is neither in flight nor unknown any more, as a careful client would send it. */
async function insist(server: Server, path: string, body: object, token: string) {
  for (let tries = 0; tries < 30; tries++) {
    const reply = await call(server, path, body, token);
    if (reply.status === 200) return reply;
    expect(['request_in_progress', 'outcome_unknown']).toContain(reply.json.code);
    await sleep(200);
  }
  throw new Error('no outcome');
}

const payment = (externalId: string) => ({
  operation: 'authorize',
  external_id: externalId,
  order: { order_amount: 10_000, order_currency: 'EUR' },
  card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
});

// Before the acquirer has booked the request, and after that but before its answer has arrived.
const moments = [
  ['on the way to the acquirer', travelMs / 2],
  ['on the way back', travelMs * 1.5],
] as const;

describe.each(['the embedded database', 'PostgreSQL'])('on %s', (database) => {
  test.each(moments)('a process killed with its requests %s leaves one effect and one answer', { timeout: 300_000 }, async (_, afterMs) => {
    const DATA_DIR = newDataDir();
    const env = { ...settings, DATA_DIR, DATABASE_URL: database === 'PostgreSQL' ? postgres.url : '' };
    const [earlier, cutOff] = [randomUUID(), randomUUID()];
    let server = await startServer(env);
    let token = await tokenOf(server);
    const known = (await call(server, '/transactions', payment(earlier), token)).json;
    const requests: [string, object][] = [
      ['/transactions', payment(cutOff)],
      [`/transactions/${known.id}`, { operation: 'capture', external_id: cutOff, amount: 6_000 }],
    ];
    const lost = requests.map(([path, body]) => call(server, path, body, token).catch(() => 'lost'));
    await sleep(afterMs);
    await server.kill();
    expect(await Promise.all(lost)).toEqual(['lost', 'lost']);

    server = await startServer(env);
    token = await tokenOf(server);
    const [authorized, captured] = await Promise.all(requests.map(([path, body]) => insist(server, path, body, token)));
    expect(authorized!.json).toMatchObject({ status: 'AUTHORIZED', amount_authorized: 10_000 });
    expect(captured!.json).toMatchObject({ status: 'PARTIAL_CAPTURED', amount_captured: 6_000 });
    for (const [index, [path, body]] of requests.entries()) expect((await call(server, path, body, token)).text).toBe([authorized, captured][index]!.text);

    // The acquirer's own book agrees: one authorization and one capture, nothing twice.
    const book = readFileSync(join(DATA_DIR, 'simulator-test.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { kind: string; authorization?: string; amountMinor: number });
    expect(book.filter(({ kind, amountMinor }) => kind === 'capture' && amountMinor === 6_000)).toHaveLength(1);
    expect((await call(server, `/transactions/${known.id}`, undefined, token)).json).toMatchObject({ amount_captured: 6_000, amount_authorized: 10_000 });
    expect(await server.stop()).toBe(0);
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
});
