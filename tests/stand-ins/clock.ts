type Task = { at: number; run: () => void };

/** The stand-in's time, which tests can advance, and what happens at a later time. */
export class StandInClock {
  #offset = 0;
  #tasks: Task[] = [];
  readonly #timer = setInterval(() => this.runDue(), 50).unref();

  /** Seconds since 1970. */
  now(): number {
    return Math.floor(this.milliseconds() / 1000);
  }

  milliseconds(): number {
    return Date.now() + this.#offset;
  }

  advance(seconds: number): void {
    this.#offset += seconds * 1000;
    this.runDue();
  }

  schedule(inSeconds: number, run: () => void): void {
    this.#tasks.push({ at: this.milliseconds() + inSeconds * 1000, run });
  }

  runDue(): void {
    for (;;) {
      const [next] = this.#tasks.filter(({ at }) => at <= this.milliseconds()).sort((a, b) => a.at - b.at);
      if (!next) return;
      this.#tasks.splice(this.#tasks.indexOf(next), 1);
      next.run();
    }
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#tasks = [];
  }
}
