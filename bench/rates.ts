// The share of PostgreSQL's rate that reaches an API client, and the cost of a call.
import { measureDatabase } from './load/pgbench';
import { sendLoad, type Call, type Load } from './load/wrk';
import { buildWorld, cpuMs, describeMachine, postgresCpuMs, type World } from './world';

const clients = 16;
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** Calls of each pgbench client per round. */
const perClient = 1000;
const calls: Call[] = ['authorize', 'capture', 'refund', 'get'];

type Measured = Load & { database: number; ratio: number; nodeMs: number; postgresMs: number };

/** The payments that a call can use. */
const payable: Record<Call, string> = {
  authorize: 'false',
  capture: "status = 'AUTHORIZED' and order_amount = 10000",
  refund: "status = 'CAPTURED' and order_amount = 10000 and amount_refunded = 0 and chargeback_open = 0",
  get: 'true',
};

async function idsFor(world: World, call: Call): Promise<string[]> {
  const { rows } = await world.database.query<{ id: string }>(
    `select id from transactions where account_id = $1 and environment = 'test' and type = 'PAYMENT' and id like 'trx%' and ${payable[call]} limit 200000`,
    [world.accountId],
  );
  return rows.map(({ id }) => id);
}

async function measure(world: World, call: Call, round: number): Promise<Measured> {
  const database = await measureDatabase(world, call, {
    clients,
    transactions: perClient,
    first: round * perClient,
  });
  const ids = await idsFor(world, call);
  const before = { node: cpuMs(world.server.processId), postgres: postgresCpuMs(world.postgres) };
  const load = await sendLoad(world, call, { ids, clients, seconds });
  const spent = {
    node: cpuMs(world.server.processId) - before.node,
    postgres: postgresCpuMs(world.postgres) - before.postgres,
  };
  return {
    ...load,
    database,
    ratio: load.perSecond / database,
    nodeMs: spent.node / load.requests,
    postgresMs: spent.postgres / load.requests,
  };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The median of all rounds, for each figure. */
function medianOfRounds(measured: Measured[]): Measured {
  const metricNames = Object.keys(measured[0]!) as (keyof Measured)[];
  return Object.fromEntries(
    metricNames.map((metricName) => [metricName, median(measured.map((one) => one[metricName]))]),
  ) as Measured;
}

const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

const world = await buildWorld();
try {
  const results = new Map<Call, Measured[]>(calls.map((call) => [call, []]));
  for (const call of calls)
    await sendLoad(world, call, { ids: await idsFor(world, call), clients, seconds: 2 });
  for (let round = 0; round < rounds; round++)
    for (const call of calls) results.get(call)!.push(await measure(world, call, round));
  const single = new Map<Call, Load>();
  for (const call of calls)
    single.set(call, await sendLoad(world, call, { ids: await idsFor(world, call), clients: 1, seconds: 3 }));

  console.log(
    `${describeMachine()}; ${clients} clients, durable commits, the middle of ${rounds} rounds of ${seconds} s\n`,
  );
  console.log(
    row([
      'call',
      'through HTTP /s',
      'pgbench /s',
      'ratio',
      'Node ms',
      'PostgreSQL ms',
      'p50 ms',
      'p99 ms',
      'one client p50 ms',
      'refused',
    ]),
  );
  console.log(row(Array(10).fill('---')));
  let payment = 0;
  for (const call of calls) {
    const { perSecond, database, ratio, nodeMs, postgresMs, p50Ms, p99Ms, refused } = medianOfRounds(
      results.get(call)!,
    );
    if (call !== 'get') payment += nodeMs + postgresMs;
    console.log(
      row([
        call,
        perSecond.toFixed(0),
        database.toFixed(0),
        ratio.toFixed(2),
        nodeMs.toFixed(3),
        postgresMs.toFixed(3),
        p50Ms.toFixed(2),
        p99Ms.toFixed(2),
        single.get(call)!.p50Ms.toFixed(2),
        refused,
      ]),
    );
  }
  console.log(`\nOne whole payment (authorize, capture, refund): ${payment.toFixed(2)} ms of CPU.`);
} finally {
  await world.stop();
}
