// Whether the process memory stays small during the export of a million rows.
import { residentMegabytes, buildWorld, describeMachine } from './world';
import { fillList, loginCookie } from './load/portal';

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);
const tenth = Math.ceil(rows / 10);

const world = await buildWorld();
try {
  await fillList(world, rows);
  const cookie = await loginCookie(world);
  console.log(`${describeMachine()}; ${rows} rows\n\n| rows | seconds | memory MB |\n| --- | --- | --- |`);
  const started = performance.now();
  const show = (lines: number) =>
    console.log(
      `| ${lines} | ${((performance.now() - started) / 1000).toFixed(1)} | ${residentMegabytes(world.server.processId)} |`,
    );
  show(0);
  const response = await fetch(`${world.server.origin}/transactions/export`, { headers: { cookie } });
  if (!response.ok) throw new Error(`the export answers ${response.status}`);
  let [lines, bytes, mark] = [0, 0, tenth];
  for await (const part of response.body! as never as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    lines += Buffer.from(part).filter((byte) => byte === 10).length;
    for (; lines > mark; mark += tenth) show(mark);
  }
  console.log(
    `\n${lines - 1} rows, ${(bytes / 2 ** 20).toFixed(0)} MB in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
} finally {
  await world.stop();
}
