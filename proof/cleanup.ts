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

/** Once, although a terminal and npm both send the signal. */
let exiting: Promise<unknown> | undefined;

/** For a proof that is interrupted. */
export const cleanUp = (): Promise<unknown> => exiting ?? closeScopes();

const closeScopes = () => Promise.all([...scopes].map((scope) => scope.close()));

/** Stops everything before the process ends by a signal or an error that nothing handles. */
export function cleanUpOnExit(): void {
  const exit = (code: number) => (exiting ??= closeScopes().finally(() => process.exit(code)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void exit(130));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      console.error(error);
      void exit(1);
    });
}
