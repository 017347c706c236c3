// Whether the process memory grows with its work: measured after each tenth of many payments, with the first
// one as warm-up.
import { sendLoad } from './load/wrk';
import { buildWorld, describeMachine, residentMegabytes } from './world';

const payments = Number(process.env.BENCH_PAYMENTS ?? 100_000);
const tenth = payments / 10;

const world = await buildWorld();
try {
  console.log(
    `${describeMachine()}; ${payments} payments authorized through HTTP\n\n| payments | memory MB |\n| --- | --- |`,
  );
  let done = 0;
  for (let mark = tenth; mark <= payments; mark += tenth) {
    while (done < mark) done += (await sendLoad(world, 'authorize', { clients: 16, seconds: 5 })).requests;
    console.log(`| ${done} | ${residentMegabytes(world.server.processId)} |`);
  }
} finally {
  await world.stop();
}
