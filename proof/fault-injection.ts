import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation';
import type { ProofMerchant } from './merchant';
import { graceMs } from './outages';
import { pickNumber } from './random-values';
import { format } from './report';
import { startWorkload } from './workload';

const load = { clients: 12, pauseMs: 20 };
/** Every so many rounds, no outage explains an error for a while. */
const calmShare = 3;
const calmMs = 3_000;

/** Repeats a fault while merchants make payments. @returns how often it happened */
export async function injectFaults(
  installation: Installation,
  seconds: number,
  injectFault: (round: number) => Promise<void>,
): Promise<{ merchant: ProofMerchant; times: number; payments: string }> {
  const merchant = await installation.connectMerchant();
  const workload = startWorkload(merchant, load);
  const until = performance.now() + seconds * 1000;
  let times = 0;
  try {
    for (; performance.now() < until; times++) {
      await sleep(times % calmShare ? pickNumber(200, 2_500) : graceMs + calmMs);
      await injectFault(times);
    }
  } finally {
    await workload.end();
  }
  return { merchant, times, payments: `${format(workload.payments)} payments` };
}
