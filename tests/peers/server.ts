import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './services/free-port';

// A first start creates its database, and may find changed sources and build them.
const startSeconds = 180;
const stopSeconds = 60;

/**
 * Each test names its `DATA_DIR`, because it contains the simulated acquirer's ledger. Another test's ledger
 * would contain unknown payments.
 */
type Settings = Record<string, string> & { DATA_DIR: string };

export type Server = {
  origin: string;
  processId: number;
  /** Its console output so far. */
  output: () => string;
  /**
   * Sends SIGTERM, as an operator would, or another signal. Resolves with the exit code when its requests are
   * finished.
   */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** SIGKILL, like a power failure. */
  kill: () => Promise<void>;
};

/** The demo's test credentials for a merchant's server, as printed at the start. */
export function readDemoCredentials({ output }: Pick<Server, 'output'>): {
  client_id: string;
  client_secret: string;
} {
  const [, client_id, client_secret] =
    /Client ID +(acc_\w+)\n +Client secret +(sk_test_[\w-]+)/.exec(output()) ?? [];
  if (!client_id || !client_secret) throw new Error(`the server printed no credentials:\n${output()}`);
  return { client_id, client_secret };
}

/** The login of the demo's owner, as printed at the start. */
export function readDemoLogin({ output }: Pick<Server, 'output'>): { email: string; password: string } {
  const [, email, password] = /Demo login +(\S+) +password (\S+)/.exec(output()) ?? [];
  if (!email || !password) throw new Error(`the server printed no login:\n${output()}`);
  return { email, password };
}

/** A new folder for a server's embedded database, key and ledger. */
export function createDataDir(parent = tmpdir()): string {
  return mkdtempSync(join(parent, 'tillway-data-'));
}

/** Something else may take a free port before the server listens on it. */
const isPortTaken = (child: Child) => child.output().includes('PORT: another program uses');

/** Starts the product of a folder as `npm start` does, with the test's settings, and waits until it is ready. */
export async function startServer(
  settings: Settings,
  command = startCommand,
  folder = process.cwd(),
): Promise<Server> {
  const port = settings.PORT ?? String(await freePort());
  const child = launch({ ...settings, PORT: port }, command, folder);
  const deadline = performance.now() + startSeconds * 1000;
  while (!/^Ready( in |\. )/m.test(child.output())) {
    if (child.process.exitCode === null && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    else {
      child.process.kill('SIGKILL');
      if (!settings.PORT && isPortTaken(child)) return startServer(settings, command, folder);
      throw new Error(`the server did not start:\n${child.output()}`);
    }
  }
  return {
    origin: `http://localhost:${port}`,
    processId: child.process.pid!,
    output: child.output,
    stop: (signal = 'SIGTERM') => end(child, signal),
    kill: async () => void (await end(child, 'SIGKILL')),
  };
}

/**
 * Starts the product and waits for it to fail.
 * @returns its exit code, its output, and its error output
 */
export async function startExpectingFailure(
  settings: Record<string, string>,
  command = startCommand,
): Promise<{ code: number | null; output: string; errorOutput: string }> {
  const child = launch({ PORT: String(await freePort()), ...settings }, command);
  const timer = setTimeout(() => child.process.kill('SIGKILL'), startSeconds * 1000);
  const code = await child.ended;
  clearTimeout(timer);
  if (!settings.PORT && isPortTaken(child)) return startExpectingFailure(settings, command);
  return { code, output: child.output(), errorOutput: child.errorOutput() };
}

type Child = {
  process: ChildProcess;
  output: () => string;
  errorOutput: () => string;
  ended: Promise<number | null>;
};

// An empty setting counts as not set, and .env does not override it, so the developer's settings have no
// effect.
const emptySettings = Object.fromEntries(
  [
    'DATABASE_URL',
    'SECRET_KEY',
    'OTHER_SECRET_KEYS',
    'VAULT_KEYS',
    'PORTAL_URL',
    'SMTP_URL',
    'HOST',
    'LOG_LEVEL',
    'DATA_DIR',
    'METRICS_PORT',
    'METRICS_TOKEN',
  ].map((name) => [name, '']),
);
const demoSettings = { NODE_ENV: 'production', DEMO: 'true' };

/**
 * `npm start`, without the second of CPU time that each process would spend on optimizing the embedded
 * database's code.
 */
export const startCommand = [
  process.execPath,
  '--max-semi-space-size=32',
  '--liftoff-only',
  'scripts/start.mjs',
];

function launch(
  settings: Record<string, string>,
  [program, ...args] = startCommand,
  folder = process.cwd(),
): Child {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...emptySettings, ...demoSettings, ...settings } as unknown as NodeJS.ProcessEnv;
  const childProcess = spawn(program!, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(childProcess);
  childProcess.on('close', () => running.delete(childProcess));
  let [text, errorOutput] = ['', ''];
  childProcess.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  childProcess.stderr
    .setEncoding('utf8')
    .on('data', (chunk: string) => ((text += chunk), (errorOutput += chunk)));
  const ended = new Promise<number | null>((resolve) => childProcess.on('close', resolve));
  return { process: childProcess, output: () => text, errorOutput: () => errorOutput, ended };
}

const running = new Set<ChildProcess>();

/** Ends what a failed test didn't, which would slow down the other tests and answer in their place. */
export async function killRemainingServers(): Promise<void> {
  await Promise.all(
    [...running].map((childProcess) => {
      const closed = new Promise((resolve) => childProcess.on('close', resolve));
      childProcess.kill('SIGKILL');
      return closed;
    }),
  );
}

async function end(child: Child, signal: NodeJS.Signals): Promise<number | null> {
  child.process.kill(signal);
  let wasKilled = false;
  const timer = setTimeout(() => (wasKilled = child.process.kill('SIGKILL')), stopSeconds * 1000);
  const code = await child.ended;
  clearTimeout(timer);
  if (wasKilled)
    throw new Error(`the server did not stop within ${stopSeconds} s of ${signal}:\n${child.output()}`);
  return code;
}
