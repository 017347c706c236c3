/** A request that waits to be written, with everything that decides who goes first. */
type Waiting<Values, Row> = {
  values: Values;
  /** Requests with a common lock are never written at the same time, and keep their order. */
  locks: readonly string[];
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
};

export type BatchOptions<Values, Row> = {
  /** Writes one to `maximumSize` requests in one transaction. Returns a row, or undefined, for each. */
  write: (batch: readonly Values[]) => Promise<(Row | undefined)[]>;
  /** Batches that are written at the same time. */
  writers: number;
  maximumSize: number;
  /** How many requests may wait, of all merchants and of each. */
  maximumWaiting: number;
  maximumWaitingPerMerchant: number;
  /** Whose requests they are: a batch has as many of each merchant's as possible, in turns. */
  merchantOf: (values: Values) => string;
  locksOf: (values: Values) => readonly string[];
  /** Whether the database rejected a batch and rolled it back, so that its requests can be written singly. */
  isRejected: (error: unknown) => boolean;
};

/** There are too many waiting requests. Nothing has happened to the rejected one. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/**
 * Group commit: while a batch is being written, new requests wait; as soon as a writer is free, all that wait are
 * written together. Nothing waits for a timer, so a single client is never delayed.
 */
export class BatchQueue<Values, Row> {
  readonly #options: BatchOptions<Values, Row>;
  /** By merchant, in the order in which their turns come. */
  readonly #waiting = new Map<string, Waiting<Values, Row>[]>();
  #waitingCount = 0;
  #writing = 0;
  /** The locks of the batches being written. Others would only wait for them in the database. */
  readonly #locks = new Set<string>();
  #isScheduled = false;

  constructor(options: BatchOptions<Values, Row>) {
    this.#options = options;
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  /**
   * Waits until the request is committed.
   * @throws QueueFullError, or the database's error about this request
   */
  add(values: Values): Promise<Row | undefined> {
    const { maximumWaiting, maximumWaitingPerMerchant, merchantOf, locksOf } = this.#options;
    const merchant = merchantOf(values);
    const own = this.#waiting.get(merchant);
    if (this.#waitingCount >= maximumWaiting || (own && own.length >= maximumWaitingPerMerchant))
      return Promise.reject(new QueueFullError('too many requests wait for the database'));
    return new Promise((resolve, reject) => {
      const waiting = { values, locks: locksOf(values), resolve, reject };
      if (own) own.push(waiting);
      else this.#waiting.set(merchant, [waiting]);
      this.#waitingCount++;
      this.#schedule();
    });
  }

  /** After everything that arrived in the same turn of the event loop. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      while (this.#writing < this.#options.writers && this.#waitingCount) {
        const batch = this.#take();
        if (!batch.length) return;
        this.#start(batch);
      }
    });
  }

  #start(batch: Waiting<Values, Row>[]): void {
    this.#writing++;
    void this.#write(batch).finally(() => {
      this.#writing--;
      for (const { locks } of batch) for (const lock of locks) this.#locks.delete(lock);
      if (this.#waitingCount) this.#schedule();
    });
  }

  /** One request of each merchant in turn, until the batch is full or nothing else fits. */
  #take(): Waiting<Values, Row>[] {
    const batch: Waiting<Values, Row>[] = [];
    const turns = [...this.#waiting].map(([merchant, own]) => ({ merchant, own, next: 0, isServed: false }));
    for (let isProgressing = true; isProgressing && batch.length < this.#options.maximumSize;) {
      isProgressing = false;
      for (const turn of turns) {
        if (batch.length >= this.#options.maximumSize) break;
        while (
          turn.next < turn.own.length &&
          turn.own[turn.next]!.locks.some((lock) => this.#locks.has(lock))
        )
          turn.next++;
        const [waiting] = turn.own.splice(turn.next, 1);
        if (!waiting) continue;
        for (const lock of waiting.locks) this.#locks.add(lock);
        batch.push(waiting);
        turn.isServed = isProgressing = true;
      }
    }
    this.#waitingCount -= batch.length;
    // Merchants who had a turn come last next time.
    for (const { merchant, own } of turns.filter(({ isServed }) => isServed)) {
      this.#waiting.delete(merchant);
      if (own.length) this.#waiting.set(merchant, own);
    }
    return batch;
  }

  async #write(batch: Waiting<Values, Row>[]): Promise<void> {
    try {
      const rows = await this.#options.write(batch.map(({ values }) => values));
      for (const [index, { resolve }] of batch.entries()) resolve(rows[index]);
    } catch (error) {
      if (batch.length > 1 && this.#options.isRejected(error))
        // One of them is to blame, and the others must not fail with it.
        for (const waiting of batch) await this.#write([waiting]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
