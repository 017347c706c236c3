// The server cost of each portal page with 5 million payments compared with 5,000, whether any query scans a
// table, and the list of transactions compared with an empty page. Fails when a page takes more than 1.5
// times as long, or scans.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { growingTables, merchantCount, measuredShare } from './load/payment-history';
import { loginCookie } from './load/portal';
import { listPortalPages } from './load/portal-pages';
import { buildWorldWithHistory, cpuMs, describeMachine, type World } from './world';

const run = promisify(execFile);
const sizes = (process.env.BENCH_SIZES ?? '5000,5000000').split(',').map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 40);
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
/** Parts of page names to measure, separated by commas. */
const only = process.env.BENCH_PAGES?.split(',');
/** Consecutive requests of a page while scans are counted. */
const burst = 10;
const [maximumRatio, maximumListRatio] = [1.5, 3];

type Side = World & { cookie: string; pages: [name: string, path: string][] };
type Counts = Map<string, { rows: number; scans: number; size: number }>;
type PageQueries = { rows: number; scanned: string[]; after: Counts };

const failures: string[] = [];
/** Kilobytes by origin and page. */
const bytes = new Map<string, number>();
console.log(
  `${describeMachine()}; ${merchantCount} merchants, of whom the measured one has a payment of every ${measuredShare}; the lower quartile of ${rounds} requests, the sizes in turn\n`,
);
if (process.env.BENCH_ONLY === 'list') await compareList();
else await comparePages();
for (const failure of failures) console.error(failure);
process.exit(failures.length ? 1 : 0);

async function comparePages(): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const size of sizes) sides.push(await prepare(size));
    const [few, many] = sides as [Side, Side];
    const names = few.pages
      .map(([name]) => name)
      .filter((name) => !only || only.some((part) => name.includes(part)));
    const durations = await measureInTurns([few, many], names);
    console.log(
      `| page | ms with ${sizes[0]} payments | ms with ${sizes[1]} | ratio | rows read with ${sizes[1]} | scans | KB |\n| --- | --- | --- | --- | --- | --- | --- |`,
    );
    let counts = await tableCounts(many);
    for (const name of names) {
      const [before, after] = durations.get(name)!.map(lowerQuartile) as [number, number];
      const { rows, scanned, after: nextCounts } = await measureQueries(many, name, counts);
      counts = nextCounts;
      const ratio = after / before;
      if (ratio > maximumRatio)
        failures.push(`${name}: ${ratio.toFixed(2)} times as long with ${sizes[1]} payments`);
      for (const table of scanned) failures.push(`${name}: scans ${table}`);
      console.log(
        `| ${name} | ${before.toFixed(1)} | ${after.toFixed(1)} | ${ratio.toFixed(2)} | ${rows} | ${scanned.join(' ')} | ${bytes.get(`${many.server.origin} ${name}`)} |`,
      );
    }
    await compareCpu(few);
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
}

/** Only the cost of the list, which needs no large history. */
async function compareList(): Promise<void> {
  const side = await prepare(sizes[0]!);
  try {
    await compareCpu(side);
  } finally {
    await side.stop();
  }
}

async function compareCpu(side: Side): Promise<void> {
  const spent: Record<string, number[]> = { '/transactions': [], '/dev/empty': [] };
  for (let round = 0; round < 3; round++)
    for (const path of Object.keys(spent)) spent[path]!.push(await measureCpu(side, path));
  const [list, empty] = Object.values(spent).map((all) => Math.min(...all)) as [number, number];
  if (list / empty > maximumListRatio)
    failures.push(`the list of transactions: ${(list / empty).toFixed(2)} times the CPU of an empty page`);
  console.log(
    `\nThe list of transactions takes ${(list / empty).toFixed(2)} times the CPU of an empty page (${list.toFixed(2)} and ${empty.toFixed(2)} ms).`,
  );
}

async function prepare(payments: number): Promise<Side> {
  const world = await buildWorldWithHistory(payments);
  try {
    return { ...world, cookie: await loginCookie(world), pages: await listPortalPages(world) };
  } catch (error) {
    await world.stop();
    throw error;
  }
}

/**
 * Milliseconds of each page on each side, alternating pages and sides, so that other load affects all
 * equally.
 */
async function measureInTurns(sides: Side[], names: string[]): Promise<Map<string, number[][]>> {
  const durations = new Map(names.map((name) => [name, sides.map((): number[] => [])]));
  for (let round = -3; round < rounds; round++)
    for (const name of names)
      for (const i of round % 2 ? [0, 1] : [1, 0]) {
        const ms = await get(sides[i]!, name);
        if (round >= 0) durations.get(name)![i]!.push(ms);
      }
  return durations;
}

/** For a download the time to its first byte, for a page the complete time. */
async function get({ server, cookie, pages }: Side, name: string): Promise<number> {
  const path = new Map(pages).get(name)!;
  const startTime = performance.now();
  const response = await fetch(server.origin + path, { headers: { cookie }, redirect: 'manual' });
  const reader = response.body!.getReader();
  let size = (await reader.read()).value?.length ?? 0;
  if (name.includes('first byte')) {
    const ms = performance.now() - startTime;
    await reader.cancel();
    return expectPage(ms);
  }
  for (let part = await reader.read(); !part.done; part = await reader.read()) size += part.value.length;
  bytes.set(`${server.origin} ${name}`, Math.round(size / 1024));
  return expectPage(performance.now() - startTime);

  function expectPage(ms: number): number {
    if (response.status !== 200)
      throw new Error(`${path} answers ${response.status} ${response.headers.get('location') ?? ''}`);
    return ms;
  }
}

/**
 * PostgreSQL's scans for one request of a page, in the growing tables. Background activity is rarer than the
 * requests.
 */
async function measureQueries(side: Side, name: string, before: Counts): Promise<PageQueries> {
  for (let i = 0; i < burst; i++) await get(side, name);
  const after = await tableCounts(side);
  const added = (table: string, count: 'rows' | 'scans') =>
    Math.floor((after.get(table)![count] - before.get(table)![count]) / burst);
  return {
    after,
    rows: growingTables.reduce((sum, table) => sum + added(table, 'rows'), 0),
    scanned: growingTables.filter((table) => after.get(table)!.size > 10_000 && added(table, 'scans') > 0),
  };
}

async function tableCounts({ database }: World): Promise<Counts> {
  // A connection reports its statistics once per second at most.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const { rows } = await database.query<{ name: string; rows: string; scans: string; size: string }>(
    `
    select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes i where i.relid = t.relid) as rows, seq_scan as scans, n_live_tup as size
    from pg_stat_user_tables t where relname = any($1)`,
    [growingTables],
  );
  return new Map(
    rows.map(({ name, rows, scans, size }) => [
      name,
      { rows: Number(rows), scans: Number(scans), size: Number(size) },
    ]),
  );
}

function lowerQuartile(all: number[]): number {
  return all.sort((a, b) => a - b)[Math.floor(all.length / 4)]!;
}

/** CPU milliseconds of the process per page, under load. */
async function measureCpu({ server, cookie }: Side, path: string): Promise<number> {
  const load = (duration: number) =>
    run('wrk', ['-t', '1', '-c', '4', '-d', `${duration}s`, '-H', `Cookie: ${cookie}`, server.origin + path]);
  await load(2);
  const before = cpuMs(server.processId);
  const { stdout } = await load(seconds);
  if (/Non-2xx/.test(stdout)) throw new Error(`${path} is refused`);
  return (cpuMs(server.processId) - before) / Number(/(\d+) requests in/.exec(stdout)![1]);
}
