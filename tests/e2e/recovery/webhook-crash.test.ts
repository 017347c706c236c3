import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectMerchant } from '../../peers/merchant-client';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { respondOk, startWebhookReceiver, type WebhookReceiver } from '../../peers/services/webhook-receiver';
import { createDataDir, startServer, type Server } from '../../peers/server';

let postgres: Postgres;
let receiver: WebhookReceiver;
let database: pg.Client;
beforeAll(async () => {
  [postgres, receiver] = await Promise.all([startPostgres(), startWebhookReceiver()]);
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await Promise.all([postgres.stop(), receiver.stop()]);
});

const listEndpointDeliveries = async (externalId: string) =>
  (
    await database.query<{
      id: string;
      status: string;
      attempts: number;
      leased: boolean;
      lines: (number | null)[];
    }>(
      `select d.id, d.status, d.attempts, d.leased_until > now() as leased, array(select a.status from webhook_attempts a where a.delivery_id = d.id order by a.id) as lines
      from webhook_deliveries d join transactions t on t.id = d.transaction_id join webhook_endpoints e on e.id = d.endpoint_id where t.external_id = $1 and e.url = $2`,
      [externalId, `${receiver.url}/shop`],
    )
  ).rows;

test(
  'a process killed between sending a webhook and recording it loses and hides nothing',
  { timeout: 300_000 },
  async () => {
    const env = { DATA_DIR: createDataDir(), DATABASE_URL: postgres.url, SECRET_KEY: 'c4a5'.repeat(16) };
    let server: Server = await startServer(env);
    // The demo shop's endpoint with its secret, moved to another URL.
    await database.query("update webhook_endpoints set url = $1 where description = 'The shop'", [
      `${receiver.url}/shop`,
    ]);
    let killed: Promise<void> | undefined;
    // The webhook arrived, but its sender crashes: while it waits for the response, and when the response
    // arrives.
    for (const answers of [false, true]) {
      const externalId = `webhook-crash-${answers}`;
      receiver.answer((response, request) => {
        if (request.url !== '/shop' || !receiver.received.at(-1)!.body.includes(externalId))
          return void respondOk(response, request);
        killed ??= server.kill();
        if (answers) respondOk(response, request);
      });
      const merchant = await connectMerchant(server);
      await merchant
        .call('/transactions', {
          operation: 'authcap',
          external_id: externalId,
          order: { order_amount: 990, order_currency: 'EUR' },
          card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
        })
        .catch(() => {});
      await expect.poll(() => killed !== undefined, { timeout: 30_000 }).toBe(true);
      await killed;
      expect(await listEndpointDeliveries(externalId)).toMatchObject([
        { status: 'pending', attempts: 1, leased: true, lines: [] },
      ]);

      receiver.answer(respondOk);
      killed = undefined;
      server = await startServer(env);
      // No other process takes it while it may be in progress. After that, it's retried.
      expect(listSentBodies(externalId)).toHaveLength(1);
      await database.query(
        "update webhook_deliveries set leased_until = now(), next_attempt_at = now() where status = 'pending' and leased_until is not null",
      );
      await expect
        .poll(async () => (await listEndpointDeliveries(externalId))[0]!.status, { timeout: 30_000 })
        .toBe('delivered');
      expect(await listEndpointDeliveries(externalId)).toMatchObject([
        { attempts: 2, leased: null, lines: [200] },
      ]);
      const [first, second, ...more] = listSentBodies(externalId);
      expect({ body: second!.body, webhookId: second!.headers['webhook-id'], more }).toEqual({
        body: first!.body,
        webhookId: first!.headers['webhook-id'],
        more: [],
      });
    }
    expect(await server.stop()).toBe(0);
    rmSync(env.DATA_DIR, { recursive: true, force: true });
  },
);

function listSentBodies(externalId: string) {
  return receiver.received.filter(({ path, body }) => path === '/shop' && body.includes(externalId));
}
