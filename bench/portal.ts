// What each page of the portal costs the server when there are 5 million payments, against 5,000; and the list of transactions
// against an empty page. Each size has a database of its own.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { merchants, writePast } from './load/past';
import { buildWorld, cpuMs, describeMachine, type World } from './world';

const run = promisify(execFile);
const [small, large] = (process.env.BENCH_SIZES ?? '5000,5000000').split(',').map(Number) as [number, number];
const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const seconds = Number(process.env.BENCH_SECONDS ?? 8);

/** Pages by name; the id of one of the merchant's payments stands for `:payment`. */
const pages: Record<string, string> = {
  empty: '/dev/empty',
  home: '/',
  'transactions, newest': '/transactions',
  'transaction': '/transactions/:payment',
};

type Measured = { ms: number; rowsRead: number };

async function measure(payments: number): Promise<{ pages: Map<string, Measured>; listCpu: number; emptyCpu: number }> {
  const world = await buildWorld();
  try {
    const started = performance.now();
    await writePast(world.database, { accountId: world.accountId, payments });
    console.error(`${payments} payments written in ${Math.round((performance.now() - started) / 1000)} s`);
    const cookie = await logIn(world);
    const { rows } = await world.database.query<{ id: string }>("select id from transactions where account_id = $1 and environment = 'test' and type = 'PAYMENT' and amount_refunded > 0 order by id desc limit 1", [world.accountId]);
    const addresses = Object.entries(pages).map(([name, path]) => [name, path.replace(':payment', rows[0]!.id)] as const);
    const measured = new Map<string, Measured>();
    for (const [name, path] of addresses) measured.set(name, await measurePage(world, path, cookie));
    return { pages: measured, listCpu: await cpuOf(world, '/transactions', cookie), emptyCpu: await cpuOf(world, '/dev/empty', cookie) };
  } finally {
    await world.stop();
  }
}

/** The middle of some requests, one at a time, and how many rows PostgreSQL looked at for each. */
async function measurePage(world: World, path: string, cookie: string): Promise<Measured> {
  const get = async () => {
    const began = performance.now();
    const response = await fetch(world.server.origin + path, { headers: { cookie }, redirect: 'manual' });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
    return performance.now() - began;
  };
  for (let i = 0; i < 5; i++) await get();
  const before = await rowsRead(world);
  const took: number[] = [];
  for (let i = 0; i < rounds; i++) took.push(await get());
  return { ms: took.sort((a, b) => a - b)[Math.floor(rounds / 2)]!, rowsRead: Math.round(((await rowsRead(world)) - before) / rounds) };
}

/** Rows that were looked at in the tables that grow, by scans and by indexes. */
async function rowsRead({ database }: World): Promise<number> {
  // A connection hands in its counts once a second at most.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const { rows } = await database.query<{ rows: string }>(`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as rows from pg_stat_user_tables where relname = any($1)`, [
    ['transactions', 'operations', 'payment_intents', 'api_requests', 'webhook_events', 'webhook_deliveries', 'webhook_attempts', 'audit_entries', 'figures', 'idempotency_keys'],
  ]);
  return Number(rows[0]!.rows);
}

/** CPU milliseconds of the process for one page, under load. */
async function cpuOf({ server }: World, path: string, cookie: string): Promise<number> {
  const load = (duration: number) => run('wrk', ['-t', '1', '-c', '4', '-d', `${duration}s`, '-H', `Cookie: ${cookie}`, server.origin + path]);
  await load(2);
  const before = cpuMs(server.processId);
  const { stdout } = await load(seconds);
  if (/Non-2xx/.test(stdout)) throw new Error(`${path} is refused`);
  return (cpuMs(server.processId) - before) / Number(/(\d+) requests in/.exec(stdout)![1]);
}

async function logIn({ server }: World): Promise<string> {
  const [, email, password] = /Demo login +(\S+) +password (\S+)/.exec(server.output())!;
  const response = await fetch(`${server.origin}/login`, {
    method: 'POST',
    headers: { origin: server.origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email: email!, password: password! }),
    redirect: 'manual',
  });
  const cookies = response.headers.getSetCookie().map((header) => header.split(';')[0]!);
  if (response.status !== 302) throw new Error(`the login answers ${response.status}`);
  return cookies.join('; ');
}

console.log(`${describeMachine()}; ${merchants} merchants, the middle of ${rounds} requests one after the other\n`);
const [few, many] = [await measure(small), await measure(large)];
console.log(`| page | ms with ${small} payments | ms with ${large} | ratio | rows read with ${large} |\n| --- | --- | --- | --- | --- |`);
for (const [name, { ms, rowsRead }] of many.pages) {
  const before = few.pages.get(name)!.ms;
  console.log(`| ${name} | ${before.toFixed(1)} | ${ms.toFixed(1)} | ${(ms / before).toFixed(2)} | ${rowsRead} |`);
}
console.log(`\nThe list of transactions takes ${(many.listCpu / many.emptyCpu).toFixed(2)} times the CPU of an empty page (${many.listCpu.toFixed(2)} and ${many.emptyCpu.toFixed(2)} ms).`);
