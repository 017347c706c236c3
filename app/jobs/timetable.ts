import { boss } from '~/platform/queue.server';

/** Starts every queue and timer of the product. */
export async function startJobs(): Promise<void> {
  await boss.start();
}

/** Lets running jobs finish. */
export async function stopJobs(): Promise<void> {
  await boss.stop({ wait: true, close: false, timeout: 10_000 });
}
