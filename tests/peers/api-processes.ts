import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type ApiProcess = { port: number; stop(): Promise<void> };

/** Starts a process that serves the payment API with this process's settings and the given ones. */
export async function startApiProcess(settings: Record<string, string> = {}): Promise<ApiProcess> {
  const child = fork(fileURLToPath(new URL('api-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...settings },
  });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
  if (!first) throw new Error('a process of the API did not start');
  return {
    port: first[0] as number,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
