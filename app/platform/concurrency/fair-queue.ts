type Task = { owner: string; start: () => void };

/**
 * Runs a few tasks at a time. When one ends, the next is of the owner with the fewest in progress, and none gets more than
 * half of the slots. Owners with many or slow tasks therefore don't delay the others.
 * @param waitingPerOwner more than these are rejected
 */
export function createFairQueue({ slots, waitingPerOwner }: { slots: number; waitingPerOwner: number }) {
  const running = new Map<string, number>();
  const waiting: Task[] = [];
  const countRunning = ({ owner }: Pick<Task, 'owner'>) => running.get(owner) ?? 0;
  let used = 0;

  function startNext(): void {
    while (used < slots && waiting.length) {
      const next = waiting.reduce((best, task) => (countRunning(task) < countRunning(best) ? task : best));
      if (countRunning(next) >= slots / 2) return;
      waiting.splice(waiting.indexOf(next), 1);
      used++;
      running.set(next.owner, countRunning(next) + 1);
      next.start();
    }
  }

  function release(owner: string): void {
    used--;
    const rest = countRunning({ owner }) - 1;
    if (rest) running.set(owner, rest);
    else running.delete(owner);
    startNext();
  }

  /** @returns the work's result, or `too_busy` without running it */
  return async function runInTurn<T>(owner: string, work: () => Promise<T>): Promise<T | 'too_busy'> {
    if (waiting.filter((task) => task.owner === owner).length >= waitingPerOwner) return 'too_busy';
    await new Promise<void>((start) => {
      waiting.push({ owner, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      release(owner);
    }
  };
}
