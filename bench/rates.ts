// The rates of API requests compared with PostgreSQL's own with single statements, and the cost of a request.
import { measureDatabase } from './load/pgbench';
import { sendLoad, type Call, type Load } from './load/wrk';
import { buildWorld, describeMachine, familyCpuMs, type World } from './world';

const clientCounts = (process.env.BENCH_CLIENTS ?? '1,4,16,64,256').split(',').map(Number);
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
/** Captures and refunds use up the payments that were authorized before, and must not run out of them. */
const secondsOf = (call: Call) =>
  call === 'capture' || call === 'refund' ? Math.floor(seconds / 2) : seconds;
const processes = process.env.BENCH_PROCESSES ?? '1';
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** PostgreSQL accepts fewer connections than wrk has clients. */
const maximumDatabaseClients = 64;
/** Calls of all pgbench clients together, per measurement. */
const databaseCalls = 6_000;
/** Until V8 has compiled what runs often. A process serves for weeks. */
const warmUpSeconds: Record<Call, number> = { authorize: 15, capture: 5, refund: 4, get: 5 };
const calls: Call[] = ['authorize', 'capture', 'refund', 'get'];
/** A whole payment. */
const payment: Call[] = ['authorize', 'capture', 'refund'];

type Figures = Load & {
  database: number;
  ratio: number;
  nodeMs: number;
  postgresMs: number;
  /** Requests that one statement wrote. */
  batchRows: number;
};

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

/** Statements and the requests that they wrote, so far. */
async function countBatches({ metricsUrl }: World): Promise<{ statements: number; rows: number }> {
  const metrics = await (await fetch(metricsUrl)).text();
  const sum = (suffix: string) =>
    [...metrics.matchAll(new RegExp(`^tillway_database_batch_rows_${suffix}\\{.*\\} (\\d+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return { statements: sum('count'), rows: sum('sum') };
}

/** `turn`: a number of its own for each measurement of a kind of call. */
async function measure(world: World, call: Call, clients: number, turn: number): Promise<Figures> {
  const databaseClients = Math.min(clients, maximumDatabaseClients);
  const database = await measureDatabase(world, call, {
    clients: databaseClients,
    transactions: Math.ceil(databaseCalls / databaseClients),
    first: turn * databaseCalls,
  });
  const ids = await idsFor(world, call);
  const readUsage = async () => ({
    node: familyCpuMs(world.server.processId),
    postgres: familyCpuMs(...world.postgres.processIds),
    ...(await countBatches(world)),
  });
  const before = await readUsage();
  const load = await sendLoad(world, call, { ids, clients, seconds: secondsOf(call) });
  const after = await readUsage();
  return {
    ...load,
    database,
    ratio: load.perSecond / database,
    nodeMs: (after.node - before.node) / load.requests,
    postgresMs: (after.postgres - before.postgres) / load.requests,
    batchRows: (after.rows - before.rows) / (after.statements - before.statements),
  };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The median of all rounds, for each figure. */
function medianOfRounds(measured: Figures[]): Figures {
  const names = Object.keys(measured[0]!) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, median(measured.map((one) => one[name]))])) as Figures;
}

const columns: [heading: string, show: (figures: Figures) => string][] = [
  ['HTTP /s', ({ perSecond }) => perSecond.toFixed(0)],
  ['pgbench /s', ({ database }) => database.toFixed(0)],
  ['ratio', ({ ratio }) => ratio.toFixed(2)],
  ['Node.js ms', ({ nodeMs }) => nodeMs.toFixed(2)],
  ['PostgreSQL ms', ({ postgresMs }) => postgresMs.toFixed(2)],
  ['p50 ms', ({ p50Ms }) => p50Ms.toFixed(1)],
  ['p99 ms', ({ p99Ms }) => p99Ms.toFixed(1)],
  ['p99.9 ms', ({ p999Ms }) => p999Ms.toFixed(1)],
  ['per statement', ({ batchRows }) => (Number.isNaN(batchRows) ? '' : batchRows.toFixed(1))],
  ['refused', ({ refused }) => String(refused)],
];
const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

const world = await buildWorld({ PROCESSES: processes });
try {
  for (const call of calls)
    await sendLoad(world, call, {
      ids: await idsFor(world, call),
      clients: 16,
      seconds: warmUpSeconds[call],
    });
  console.log(
    `${describeMachine()}; ${processes} process${processes === '1' ? '' : 'es'}, durable commits, the median of ${rounds} rounds of ${seconds} s\n`,
  );
  const headings = ['request', 'clients', ...columns.map(([heading]) => heading)];
  console.log(row(headings));
  console.log(row(headings.map(() => '---')));
  for (const [index, clients] of clientCounts.entries()) {
    const measured = new Map<Call, Figures[]>(calls.map((call) => [call, []]));
    // In turns, so that each has payments to use, and other load on the machine affects all.
    for (let round = 0; round < rounds; round++)
      for (const call of calls)
        measured.get(call)!.push(await measure(world, call, clients, index * rounds + round));
    const medians = new Map([...measured].map(([call, figures]) => [call, medianOfRounds(figures)]));
    for (const [call, figures] of medians)
      console.log(row([call, String(clients), ...columns.map(([, show]) => show(figures))]));
    const cost = payment.reduce((total, call) => {
      const { nodeMs, postgresMs } = medians.get(call)!;
      return total + nodeMs + postgresMs;
    }, 0);
    console.log(row(['a whole payment', String(clients), '', '', '', `${cost.toFixed(2)} together`]));
  }
} finally {
  await world.stop();
}
