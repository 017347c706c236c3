/** What an outage may do to a request. `connections`: requests may get no reply. */
type Effects = { codes?: string[]; connections?: boolean };
type Outage = Effects & { from: number; to: number };

/** Requests that waited for the failed part may still fail this long after it is back. */
const graceMs = 5_000;

/** The outages that the proof causes. Whatever fails at any other time is an error of the product. */
export class Outages {
  #outages: Outage[] = [];

  /** Announces an outage. @returns a function that ends it */
  begin(effects: Effects): () => void {
    const outage: Outage = { ...effects, from: performance.now(), to: Infinity };
    this.#outages.push(outage);
    return () => void (outage.to = performance.now() + graceMs);
  }

  /** Whether an outage explains the error code, or the missing reply, of a request sent at `sentAt`. */
  explains(code: string | null, sentAt: number): boolean {
    return this.#outages.some(
      ({ from, to, codes = [], connections = false }) =>
        from <= performance.now() && sentAt <= to && (code === null ? connections : codes.includes(code)),
    );
  }
}
