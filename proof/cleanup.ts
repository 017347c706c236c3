type Stop = () => unknown;

const scopes = new Set<CleanupScope>();

/** Everything that was started and has to be stopped, in reverse order, even if something fails before. */
export class CleanupScope {
  #stops: Stop[] = [];

  constructor() {
    scopes.add(this);
  }

  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  async close(): Promise<void> {
    for (const stop of this.#stops.splice(0).reverse())
      await Promise.resolve().then(stop).catch(console.error);
    scopes.delete(this);
  }
}

/** For a proof that is interrupted. */
export async function cleanUp(): Promise<void> {
  await Promise.all([...scopes].map((scope) => scope.close()));
}
