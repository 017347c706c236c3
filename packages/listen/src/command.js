// @ts-check
import { readFileSync } from 'node:fs';
import { createApiClient } from './api-client.js';
import { readCredentials } from './credentials.js';
import { CommandError } from './errors.js';
import { createForwarder } from './forwarding.js';
import { listen } from './listening.js';
import { readOptions, usage } from './options.js';
import { deriveSigningSecret } from './signature.js';

/**
 * Runs until Ctrl-C.
 * @param {string[]} args the command line without the program's name
 * @returns {Promise<number>} the exit code
 */
export async function runCommand(args) {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    // The reader, such as head, has closed the pipe.
    if (error.code !== 'EPIPE') throw error;
    stop();
  });
  try {
    const options = readOptions(args, process.env);
    if (options === 'help') print(usage);
    else if (options === 'version') print(readVersion());
    else await start(options, stopping.signal);
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) {
      print('\nStopped.');
      return 0;
    }
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/**
 * @param {import('./options.js').Options} options
 * @param {AbortSignal} signal
 */
async function start({ apiUrl, forwardTo, allowRemote }, signal) {
  const credentials = await readCredentials(process.env, signal);
  const api = createApiClient({ apiUrl, credentials, signal });
  const secret = deriveSigningSecret(credentials.clientSecret);
  await listen({
    api,
    forward: createForwarder({ url: forwardTo, secret, allowRemote, signal }),
    print,
    signal,
    onReady: () =>
      print(`Ready. Your webhook signing secret is ${secret}\nSending new events to ${forwardTo.href}`),
  });
}

/** @returns {string} */
function readVersion() {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}
