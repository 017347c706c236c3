// @ts-check
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './errors.js';

/** @typedef {{ clientId: string, clientSecret: string }} Credentials */

/**
 * The test credentials, from the environment or from a prompt. Not from the command line, which other users of the
 * machine can see.
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 * @returns {Promise<Credentials>}
 */
export async function readCredentials(env, signal) {
  const clientId = env.TILLWAY_CLIENT_ID || (await ask('Client ID: ', { signal }));
  const clientSecret =
    env.TILLWAY_CLIENT_SECRET || (await ask('Client secret (not shown): ', { signal, hidden: true }));
  if (clientSecret.startsWith('sk_live_'))
    throw new CommandError(
      'This is a live client secret. Use the one of the test environment, which starts with sk_test_.',
    );
  return { clientId, clientSecret };
}

/**
 * @param {string} question
 * @param {{ signal: AbortSignal, hidden?: boolean }} options
 */
async function ask(question, { signal, hidden = false }) {
  if (!process.stdin.isTTY)
    throw new CommandError('Set TILLWAY_CLIENT_ID and TILLWAY_CLIENT_SECRET to your test credentials.');
  let isMuted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const closed = new AbortController();
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  terminal.on('close', () => closed.abort());
  try {
    const answer = terminal.question(question, { signal: AbortSignal.any([signal, closed.signal]) });
    // The question is printed. From here on, the output is what the person types.
    isMuted = hidden;
    return (await answer).trim();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CommandError('No credentials were entered.');
  } finally {
    terminal.close();
    if (hidden) process.stderr.write('\n');
  }
}
