import { spawn } from 'node:child_process';
import { expect } from 'vitest';

export type Listener = {
  /** What it printed so far, with its errors. */
  output: () => string;
  /** The signing secret that it printed. */
  secret: () => string;
  /** The lines of forwarded events. */
  lines: () => string[];
  ended: Promise<number | null>;
  /** Presses Ctrl-C. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Reads no more output, as `head` does when it has enough. */
  closeOutput(): void;
};

type Settings = {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  forwardTo: string;
  args?: string[];
};

/** Starts tillway-listen as a developer would. */
export function launchListener({ apiUrl, clientId, clientSecret, forwardTo, args = [] }: Settings): Listener {
  const child = spawn(
    process.execPath,
    ['packages/listen/bin/tillway-listen.js', '--forward-to', forwardTo, ...args],
    {
      env: {
        NODE_ENV: 'production',
        TILLWAY_API_URL: apiUrl,
        TILLWAY_CLIENT_ID: clientId,
        TILLWAY_CLIENT_SECRET: clientSecret,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    output: () => text,
    secret: () => /^Ready\. Your webhook signing secret is (whsec_\S+)$/m.exec(text)![1]!,
    lines: () => text.split('\n').filter((line) => /^\d\d:\d\d:\d\d {2}/.test(line)),
    ended,
    stop() {
      child.kill('SIGINT');
      return ended;
    },
    closeOutput: () => child.stdout.destroy(),
  };
}

/** Starts it and waits until it forwards new events. */
export async function startListener(settings: Settings): Promise<Listener> {
  const listener = launchListener(settings);
  await expect.poll(listener.output).toContain('Ready. ');
  return listener;
}
