import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDemoFolder } from '../../peers/browser/demo-folder';
import { connectMerchant } from '../../peers/merchant-client';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { createDataDir, startServer } from '../../peers/server';

/** The latency of a request to the simulated acquirer. Its answer takes as long. */
const travelMs = 400;
const settings = {
  SIMULATOR_DELAY_MS: String(travelMs),
  ACQUIRER_TIMEOUT_MS: '1500',
};

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const payment = (externalId: string) => ({
  operation: 'authorize',
  external_id: externalId,
  order: { order_amount: 10_000, order_currency: 'EUR' },
  card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
});

// Before the acquirer has recorded the request, and after that but before its answer has arrived.
const moments = [
  ['on the way to the acquirer', travelMs / 2],
  ['on the way back', travelMs * 1.5],
] as const;

describe.each(['the embedded database', 'PostgreSQL'])('on %s', (database) => {
  test.each(moments)(
    'a process killed with its requests %s leaves one effect and one reply',
    { timeout: 300_000 },
    async (_, afterMs) => {
      const env =
        database === 'PostgreSQL'
          ? {
              ...settings,
              DATA_DIR: createDataDir(),
              DATABASE_URL: postgres.url,
              SECRET_KEY: 'c4a5'.repeat(16),
            }
          : { ...settings, ...(await copyDemoFolder()) };
      const { DATA_DIR } = env;
      const [earlier, cutOff] = [randomUUID(), randomUUID()];
      let server = await startServer(env);
      let merchant = await connectMerchant(server);
      const known = (await merchant.retryUntilFinal('/transactions', payment(earlier))).json;
      const requests: [string, object][] = [
        ['/transactions', payment(cutOff)],
        [`/transactions/${known.id}`, { operation: 'capture', external_id: cutOff, amount: 6_000 }],
      ];
      // The demo's year has captures too, and one can be of the same amount.
      const countCaptures = () => readCaptures(DATA_DIR).filter((amount) => amount === 6_000).length;
      const earlierCaptures = countCaptures();
      const lost = requests.map(([path, body]) => merchant.call(path, body).catch(() => 'lost'));
      await sleep(afterMs);
      await server.kill();
      expect(await Promise.all(lost)).toEqual(['lost', 'lost']);

      server = await startServer(env);
      merchant = await connectMerchant(server);
      const [authorized, captured] = await Promise.all(
        requests.map(([path, body]) => merchant.retryUntilFinal(path, body)),
      );
      expect(authorized!.json).toMatchObject({ status: 'AUTHORIZED', amount_authorized: 10_000 });
      expect(captured!.json).toMatchObject({ status: 'PARTIAL_CAPTURED', amount_captured: 6_000 });
      for (const [index, [path, body]] of requests.entries())
        expect((await merchant.call(path, body)).text).toBe([authorized, captured][index]!.text);

      // The acquirer ledger agrees: one authorization and one capture, nothing twice.
      expect(countCaptures() - earlierCaptures).toBe(1);
      expect((await merchant.call(`/transactions/${known.id}`)).json).toMatchObject({
        amount_captured: 6_000,
        amount_authorized: 10_000,
      });
      expect(await server.stop()).toBe(0);
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
  );
});

/** The amounts of the captures in the simulated acquirer's ledger, in minor units. */
function readCaptures(dataDir: string): number[] {
  return readFileSync(join(dataDir, 'simulator-test.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; amountMinor: number })
    .filter(({ kind }) => kind === 'capture')
    .map(({ amountMinor }) => amountMinor);
}
