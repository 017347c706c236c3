import { setTimeout as sleep } from 'node:timers/promises';
import { faultNames } from '~/acquirers/simulator/faults';
import { networkFaults } from '../../tests/peers/services/fault-proxy';
import { injectFaults } from '../fault-injection';
import type { Installation } from '../installation';
import { pick, pickNumber } from '../random-values';
import { compareWithBooks, type PartReport } from '../report';
import { acquirerTimeoutMs } from '../settings';

const ms = acquirerTimeoutMs * 2;

/** Every fault of the acquirer and of the connection to it, in turn. */
export async function proveAcquirerFaults(installation: Installation, seconds: number): Promise<PartReport> {
  const { simulator, proxy, outages } = installation;
  const faults: (() => unknown)[] = [
    ...faultNames.map(
      (fault) => () => simulator.setFaults([{ fault, ms, probability: pick([0.2, 0.5, 1]) }]),
    ),
    ...networkFaults.map((fault) => () => proxy.setFault(fault)),
  ];
  const { merchant, times, payments } = await injectFaults(installation, seconds, async (round) => {
    const end = outages.begin({ codes: ['outcome_unknown'] });
    await faults[round % faults.length]!();
    await sleep(pickNumber(500, 4_000));
    proxy.setFault(null);
    await simulator.setFaults([]);
    end();
  });
  const kinds = Math.min(times, faults.length);
  const counts = [`${times} faults of ${kinds} of ${faults.length} kinds`, payments];
  return compareWithBooks('Acquirer fails', installation, merchant, { counts });
}
