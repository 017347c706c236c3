import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type StandInProcess = {
  origin: string;
  /** A command of the stand-in's README, such as `POST payouts`. */
  command<Answer>(command: string, input?: object): Promise<Answer>;
  /** Null for a webhook without an answer. */
  listWebhookStatuses(): Promise<(number | null)[]>;
  stop(): Promise<void>;
};

/** A stand-in for a processor's API, as a separate process. */
export async function startStandIn(name: 'stripe' | 'adyen', options: object): Promise<StandInProcess> {
  const main = `tests/stand-ins/${name}/main.ts`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', main, '--port', '0', '--options', JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'close');
  const [line] = (await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data'),
    ended.then(() => Promise.reject(new Error(`the stand-in for ${name} did not start`))),
  ])) as [string];
  const origin = line.trim();
  async function command<Answer>(command: string, input?: object): Promise<Answer> {
    const [method, path] = command.split(' ') as [string, string];
    const response = await fetch(`${origin}/_stand-in/${path}`, {
      method,
      body: input && JSON.stringify(input),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${name}: ${command}: ${response.status} ${text}`);
    return JSON.parse(text) as Answer;
  }
  return {
    origin,
    command,
    async listWebhookStatuses() {
      const { deliveries } = await command<{ deliveries: { status: number | null }[] }>('GET webhooks');
      return deliveries.map(({ status }) => status);
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}
