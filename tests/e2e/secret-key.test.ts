import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { rootKey } from '~/platform/root-keys.server';
import { freePort } from '../peers/free-port';
import { callApi } from '../peers/merchant';
import { startPostgres, type Postgres } from '../peers/postgres';
import { credentialsOf, newDataDir, startInVain, startServer, type Server } from '../peers/server';

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

const dataDir = newDataDir();
const [old, young] = ['ab'.repeat(32), 'c0ffee11'.repeat(8)] as const;
const settings = (SECRET_KEY: string, OTHER_SECRET_KEYS = '') => ({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORTAL_URL: 'http://localhost:3000', SECRET_KEY, OTHER_SECRET_KEYS });

const payment = (id: string) => ({ operation: 'authcap', external_id: id, order: { order_id: id, order_amount: 1250, order_currency: 'EUR' }, card: { pan: '4242424242424242', code: '123', expiry: '12/30', name: 'Ada Example' } });

test('SECRET_KEY is changed under way, and no request fails', { timeout: 600_000 }, async () => {
  const ports = [String(await freePort()), String(await freePort())];
  const servers: (Server | undefined)[] = await Promise.all(ports.map((PORT) => startServer({ ...settings(old), PORT })));
  const credentials = credentialsOf(servers[0]!);
  expect(credentialsOf(servers[1]!)).toEqual(credentials);
  const tokenFrom = async (server: Server) => (await callApi(server, '/auth/token', credentials)).json.access_token as string;

  // A merchant behind whatever shares out requests: a token of either process is used with both, and some payments are repeated.
  const [firstToken, first] = [await tokenFrom(servers[0]!), payment('first')];
  const firstReply = (await callApi(servers[0]!, '/transactions', first, firstToken)).text;
  const failures: string[] = [];
  const inFlight = new Map<Server, number>();
  let [sent, goesOn] = [0, true];
  onTestFinished(async () => {
    goesOn = false;
    await Promise.all(servers.map((server) => server?.kill()));
  });
  const renewed = [0, 0, 0, 0];
  const at = async <T>(work: (server: Server) => Promise<T>): Promise<T> => {
    const open = servers.filter((server) => server !== undefined);
    const server = open[sent++ % open.length]!;
    inFlight.set(server, (inFlight.get(server) ?? 0) + 1);
    return work(server).finally(() => inFlight.set(server, inFlight.get(server)! - 1));
  };
  const merchants = renewed.map(async (_, merchant) => {
    for (let [round, token] = [0, '']; goesOn; round++) {
      if (round % 10 === 0) {
        token = await at(tokenFrom);
        renewed[merchant]!++;
      }
      const body = round % 5 ? payment(`under-way-${merchant}-${round}`) : first;
      const reply = await at(async (server) => callApi(server, '/transactions', body, token).then(({ status, text }) => `${status} ${text}`, String));
      if (!/^200 .*CAPTURED/.test(reply)) failures.push(reply);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  const restart = async (index: number, env: ReturnType<typeof settings>) => {
    const server = servers[index]!;
    servers[index] = undefined;
    while (inFlight.get(server)) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await server.stop(), server.output()).toBe(0);
    servers[index] = await startServer({ ...env, PORT: ports[index]! });
  };

  for (const env of [settings(old, young), settings(young, old)]) for (const index of [0, 1]) await restart(index, env);
  expect((await callApi(servers[1]!, '/transactions', first, firstToken)).status).toBe(200);
  const kept = async () => (await database.query<{ sealed: string }>(`select value as sealed from settings where key = 'lasting_keys' union all select sealed from second_factors union all select sealed from checkout_secrets union all select sealed from webhook_endpoints union all select answers ->> 'account_number' from applications where answers ->> 'account_number' <> ''`)).rows.map(({ sealed }) => sealed.slice(0, 8));
  await expect.poll(async () => [...new Set(await kept())], { timeout: 150_000, interval: 1_000 }).toEqual([rootKey(young).id]);
  // The life of a token, made short: each merchant has asked for one since.
  const before = [...renewed];
  await expect.poll(() => renewed.every((count, merchant) => count > before[merchant]! + 1), { timeout: 60_000 }).toBe(true);
  for (const index of [0, 1]) await restart(index, settings(young));
  goesOn = false;
  await Promise.all(merchants);

  expect(failures).toEqual([]);
  expect(sent).toBeGreaterThan(500);
  expect((await callApi(servers[0]!, '/transactions', first, firstToken)).status).toBe(401);
  expect((await callApi(servers[0]!, '/transactions', first, await tokenFrom(servers[0]!))).text).toBe(firstReply);
  for (const server of servers) expect(await server!.stop()).toBe(0);
  const { code, complaint } = await startInVain(settings(old));
  expect([code, complaint]).toEqual([1, expect.stringMatching(/^SECRET_KEY: this database was made with another key\..*\n$/)]);
});
