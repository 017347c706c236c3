import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createRootKey } from '~/platform/secrets/root-keys.server';
import { startBackgroundPayments, buildPaymentBody, startServerFleet } from '../../peers/server-fleet';
import { callApi } from '../../peers/merchant-client';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { readDemoCredentials, createDataDir, startExpectingFailure, type Server } from '../../peers/server';

let postgres: Postgres;
let database: pg.Pool;
beforeAll(async () => {
  postgres = await startPostgres();
  database = new pg.Pool({ connectionString: postgres.url });
  database.on('error', () => {});
});
afterAll(async () => {
  await database.end();
  await postgres.stop();
});

const dataDir = createDataDir();
const [oldKey, newKey] = ['ab'.repeat(32), 'c0ffee11'.repeat(8)] as const;
const settings = (SECRET_KEY: string, OTHER_SECRET_KEYS = '') => ({
  DATABASE_URL: postgres.url,
  DATA_DIR: dataDir,
  PORTAL_URL: 'http://localhost:3000',
  SECRET_KEY,
  OTHER_SECRET_KEYS,
});

test('SECRET_KEY is rotated during operation, and no request fails', { timeout: 600_000 }, async () => {
  const fleet = await startServerFleet(settings(oldKey));
  onTestFinished(fleet.kill);
  const [one, other] = fleet.running() as [Server, Server];
  const credentials = readDemoCredentials(one);
  expect(readDemoCredentials(other)).toEqual(credentials);
  const tokenFrom = async (server: Server) =>
    (await callApi(server, '/auth/token', credentials)).json.access_token as string;
  const [firstToken, first] = [await tokenFrom(one), buildPaymentBody('first')];
  const firstReply = (await callApi(one, '/transactions', first, firstToken)).text;
  const backgroundPayments = startBackgroundPayments(fleet, first);

  for (const env of [settings(oldKey, newKey), settings(newKey, oldKey)]) await fleet.restart(env);
  expect(
    (await fleet.runOnNextServer((server) => callApi(server, '/transactions', first, firstToken))).status,
  ).toBe(200);
  const unsignedChains = async () =>
    (
      await database.query(
        'select from audit_chains c where not exists (select from audit_anchors a where a.account_id = c.account_id and a.key_id = $1)',
        [createRootKey(newKey).id],
      )
    ).rowCount;
  const decryptedValues = async () =>
    (
      await database.query<{ sealed: string }>(
        `select value as sealed from settings where key = 'lasting_keys' union all select sealed from second_factors union all select sealed from checkout_secrets union all select sealed from webhook_endpoints union all select answers ->> 'account_number' from applications where answers ->> 'account_number' <> '' union all select answers #>> '{}' from application_people union all select contents ->> 'people' from application_submissions`,
      )
    ).rows.map(({ sealed }) => sealed.slice(0, 8));
  await expect
    .poll(async () => [...new Set(await decryptedValues())], { timeout: 150_000, interval: 1_000 })
    .toEqual([createRootKey(newKey).id]);
  await expect.poll(unsignedChains, { timeout: 60_000, interval: 1_000 }).toBe(0);
  // The lifetime of a token, shortened: each merchant has requested one since.
  const before = [...backgroundPayments.tokens];
  await expect
    .poll(() => backgroundPayments.tokens.every((count, merchant) => count > before[merchant]! + 1), {
      timeout: 60_000,
    })
    .toBe(true);
  await fleet.restart(settings(newKey));
  await backgroundPayments.end();

  expect(backgroundPayments.failures).toEqual([]);
  expect(backgroundPayments.sent).toBeGreaterThan(500);
  const [last] = fleet.running() as [Server];
  expect((await callApi(last, '/transactions', first, firstToken)).status).toBe(401);
  expect((await callApi(last, '/transactions', first, await tokenFrom(last))).text).toBe(firstReply);
  for (const server of fleet.running()) expect(await server.stop()).toBe(0);
  const { code, errorOutput } = await startExpectingFailure(settings(oldKey));
  expect({ code, errorOutput }).toEqual({
    code: 1,
    errorOutput: expect.stringMatching(/^SECRET_KEY: this database was created with another key\..*\n$/),
  });
});
