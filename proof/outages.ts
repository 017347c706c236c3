import { acquirerTimeoutMs } from './settings';

/** What an outage may do to a request: error codes, or no reply from a process that was killed. */
type Effects = { codes?: string[]; killedOrigin?: string };
type Outage = Effects & { from: number; to: number };

/** A request that the outage delayed may fail this long after its end. */
export const graceMs = acquirerTimeoutMs + 500;

/** The outages that the proof causes. Any other failure is the product's. */
export class Outages {
  #outages: Outage[] = [];

  /** Announces an outage. @returns a function that ends it */
  begin(effects: Effects): () => void {
    const outage: Outage = { ...effects, from: performance.now(), to: Infinity };
    this.#outages.push(outage);
    return () => void (outage.to = performance.now() + graceMs);
  }

  /** Whether an outage explains an error code, or a missing reply of a process, for a request sent at `sentAt`. */
  explains(failure: { code: string } | { lostBy: string }, sentAt: number): boolean {
    return this.#outages.some(
      ({ from, to, codes = [], killedOrigin }) =>
        from <= performance.now() &&
        sentAt <= to &&
        ('code' in failure ? codes.includes(failure.code) : killedOrigin === failure.lostBy),
    );
  }
}
