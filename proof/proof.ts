// Proves on this machine that no payment is lost or doubled and no outcome guessed, whatever fails. See
// docs/proof.md.
import { describeMachine } from '../bench/world';
import { cleanUp, cleanUpOnExit } from './cleanup';
import { openInstallation, type Installation } from './installation';
import { proveAcquirerFaults } from './parts/acquirer-faults';
import { proveDatabaseCrashes, proveEmbeddedDatabaseCrashes, proveProcessCrashes } from './parts/crashes';
import { proveFullDisk } from './parts/full-disk';
import { proveFuzzedRequests } from './parts/fuzzed-requests';
import { provePeerOutages } from './parts/peer-outages';
import { proveRaces } from './parts/races';
import { proveSoak } from './parts/soak';
import { listFindings, renderTable, reportAborted, type PartReport } from './report';

const [, , minutesText = '60', partNames] = process.argv;
const minutes = Number(minutesText);
const fuzzedRequestsPerMinute = 200_000 / 60;

type Prove = (seconds: number) => Promise<PartReport>;

/** Most parts share an installation, so each also has to handle what the previous one left behind. */
let shared: Promise<Installation> | undefined;
const onShared =
  (prove: (installation: Installation, seconds: number) => Promise<PartReport>): Prove =>
  async (seconds) =>
    prove(await (shared ??= openInstallation({ processes: 2, database: {} })), seconds);

/** Each part with its share of the time. Fuzzed requests are counted instead. */
const parts: Record<string, [share: number, Prove]> = {
  races: [0.1, onShared(proveRaces)],
  processes: [0.1, onShared(proveProcessCrashes)],
  postgres: [0.09, onShared(proveDatabaseCrashes)],
  acquirer: [0.09, onShared(proveAcquirerFaults)],
  embedded: [0.06, proveEmbeddedDatabaseCrashes],
  peers: [0.04, provePeerOutages],
  disk: [0.04, proveFullDisk],
  fuzz: [
    0.1,
    onShared((installation) =>
      proveFuzzedRequests(installation, Math.round(minutes * fuzzedRequestsPerMinute)),
    ),
  ],
  soak: [0.34, onShared(proveSoak)],
};

const chosen = partNames?.split(',') ?? Object.keys(parts);
if (!(minutes > 0) || chosen.some((name) => !(name in parts))) {
  console.error(`npm run proof -- <minutes> [${Object.keys(parts).join(',')}]`);
  process.exit(1);
}

cleanUpOnExit();

const reports: PartReport[] = [];
for (const name of chosen) {
  const [share, prove] = parts[name]!;
  console.log(`${new Date().toISOString()} ${name} …`);
  const report = await prove(minutes * 60 * share).catch(async (error: Error) => {
    await cleanUp();
    shared = undefined;
    return reportAborted(name, error);
  });
  reports.push(report);
  console.log([...report.counts, ...listFindings([report])].map((line) => `  ${line}`).join('\n'));
}
await cleanUp();
console.log(`\n${new Date().toISOString().slice(0, 10)}, ${minutes} minutes on ${describeMachine()}\n`);
console.log(renderTable(reports));
process.exit(listFindings(reports).length ? 1 : 0);
