import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres';

// A first start creates its database, and may find the sources changed and build them.
const startSeconds = 180;

export type Server = {
  origin: string;
  /** What it has written to its console so far. */
  output: () => string;
  /** SIGTERM, as an operator would; resolves with the exit code when it has finished its requests. */
  stop: () => Promise<number | null>;
  /** SIGKILL, as a power cut would. */
  kill: () => Promise<void>;
};

/** A new folder for a server's embedded database, key and ledger. */
export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'tillway-data-'));
}

/** Starts the product as `npm start` does, with settings of the test's own, and waits until it is ready. */
export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const port = settings.PORT ?? String(await freePort());
  const child = launch({ PORT: port, ...settings });
  const deadline = performance.now() + startSeconds * 1000;
  while (!/^Ready in /m.test(child.output())) {
    if (child.process.exitCode !== null || performance.now() > deadline) throw new Error(`the server did not start:\n${child.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { origin: `http://localhost:${port}`, output: child.output, stop: () => end(child, 'SIGTERM'), kill: async () => void (await end(child, 'SIGKILL')) };
}

/** Starts the product and waits for it to give up. @returns its exit code and what it said */
export async function startInVain(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = launch(settings);
  const code = await child.ended;
  return { code, output: child.output() };
}

type Child = { process: ChildProcess; output: () => string; ended: Promise<number | null> };

function launch(settings: Record<string, string>): Child {
  const { PATH, HOME } = process.env;
  // Nothing of the developer's own environment, nor of the test runner's, reaches the server.
  const env = { PATH, HOME, ...settings } as unknown as NodeJS.ProcessEnv;
  const started = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [started.stdout, started.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => started.on('close', resolve));
  return { process: started, output: () => text, ended };
}

async function end(child: Child, signal: NodeJS.Signals): Promise<number | null> {
  child.process.kill(signal);
  return child.ended;
}
