// @ts-check
import { parseArgs } from 'node:util';
import { CommandError } from './errors.js';
import { isLoopbackHost } from './loopback.js';

export const usage = `Usage: tillway-listen --forward-to http://localhost:4242/webhooks

Sends the events of your test environment to a server on this machine, signed like webhooks.

  --forward-to <url>  where to send the events
  --api <url>         the test API, instead of TILLWAY_API_URL
  --allow-remote      also send to other machines
  --version, --help

It reads your test credentials from TILLWAY_CLIENT_ID and TILLWAY_CLIENT_SECRET, or asks for them.`;

/** @typedef {{ apiUrl: string, forwardTo: URL, allowRemote: boolean }} Options */

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Options | 'help' | 'version'}
 */
export function readOptions(args, env) {
  const values = parse(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const allowRemote = values['allow-remote'] ?? false;
  return {
    apiUrl: parseApiUrl(values.api ?? env.TILLWAY_API_URL),
    forwardTo: parseTarget(values['forward-to'], allowRemote),
    allowRemote,
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        'forward-to': { type: 'string' },
        api: { type: 'string' },
        'allow-remote': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    // Only the first sentence: the rest is about arguments that start with a dash.
    const [problem] = /** @type {Error} */ (error).message.split('. ');
    throw new CommandError(`${problem}.\n\n${usage}`);
  }
}

/** @param {string | undefined} text */
function parseApiUrl(text) {
  if (!text)
    throw new CommandError(
      'Set TILLWAY_API_URL to the URL of the test API, such as https://pay.example/test/api. You can find it in the portal under Developers.',
    );
  const url = parseHttpUrl(text, 'The API URL');
  // The client secret is sent there.
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw new CommandError(
      `The API URL must start with https:// because your client secret is sent there: ${url.href}`,
    );
  return url.href.replace(/\/$/, '');
}

/**
 * @param {string | undefined} text
 * @param {boolean} allowRemote
 */
function parseTarget(text, allowRemote) {
  if (!text) throw new CommandError(usage);
  const url = parseHttpUrl(text, '--forward-to');
  if (!allowRemote && !isLoopbackHost(url.hostname))
    throw new CommandError(
      `${url.hostname} isn’t this machine. Use localhost, 127.0.0.1, or [::1], or add --allow-remote.`,
    );
  return url;
}

/**
 * @param {string} text
 * @param {string} name
 */
function parseHttpUrl(text, name) {
  try {
    const url = new URL(text);
    if ((url.protocol === 'http:' || url.protocol === 'https:') && !url.username && !url.password) return url;
  } catch {
    // Not a URL.
  }
  throw new CommandError(
    `${name} must be a URL that starts with http:// or https:// and contains no password.`,
  );
}
