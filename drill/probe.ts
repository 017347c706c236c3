import type { ProofMerchant } from '../proof/merchant';
import { buildPayment } from '../proof/workload';

/** Starts a payment ten times a second, and notes when one is accepted. */
export type Probe = {
  /** As performance.now(), in order. */
  acceptedAt: number[];
  /** The longest time since `start` without an accepted payment, in milliseconds. */
  findLongestGap(start: number): number;
  end(): Promise<void>;
};

const intervalMs = 100;
const maximumWaiting = 400;

export function startProbe(merchant: ProofMerchant): Probe {
  const acceptedAt: number[] = [];
  const waiting = new Set<Promise<void>>();
  const probe = () => {
    if (waiting.size >= maximumWaiting) return;
    const payment = pay().finally(() => waiting.delete(payment));
    waiting.add(payment);
  };
  async function pay(): Promise<void> {
    const reply = await merchant.complete('/transactions', buildPayment('authcap', 1_000));
    if (reply?.status === 200) acceptedAt.push(performance.now());
  }
  const timer = setInterval(probe, intervalMs);
  return {
    acceptedAt,
    findLongestGap(start) {
      const times = [start, ...acceptedAt.filter((at) => at > start), performance.now()];
      return Math.max(...times.slice(1).map((at, index) => at - times[index]!));
    },
    async end() {
      clearInterval(timer);
      await Promise.all(waiting);
    },
  };
}
