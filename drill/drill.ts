// Does to an installation what happens to one in operation, and compares all books afterward. See
// docs/operating/failover.md and upgrades.md.
import { describeMachine } from '../bench/world';
import { cleanUp, cleanUpOnExit } from '../proof/cleanup';
import { listFindings, type PartReport } from '../proof/report';
import { drillFailover } from './failover/failover';
import { drillUpgrade } from './upgrade/upgrade';

const drills: Record<string, (times: number) => Promise<PartReport>> = {
  failover: drillFailover,
  upgrade: drillUpgrade,
};

const [, , name = '', timesText = '10'] = process.argv;
const drill = drills[name];
const times = Number(timesText);
if (!drill || !(times >= 1)) {
  console.error('npm run drill -- failover [times]\nnpm run drill -- upgrade\nnpm run drill -- restore');
  process.exit(1);
}

cleanUpOnExit();

console.log(`${new Date().toISOString()} ${name} …`);
const report = await drill(times);
const findings = listFindings([report]);
console.log([...report.counts, ...findings].map((line) => `  ${line}`).join('\n'));
console.log(
  `\n${report.lost.length} lost, ${report.doubled.length} doubled, ${report.guessed.length} guessed, ${report.unannounced.count} unannounced errors, ${report.problems.length} other problems, on ${describeMachine()}`,
);
await cleanUp();
process.exit(findings.length ? 1 : 0);
