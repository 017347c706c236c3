import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { log } from '~/platform/observability/log';

const require = createRequire(import.meta.url);

export const installedLibraries = () => ({
  sharp: require.resolve('sharp'),
  heicDecode: require.resolve('heic-decode'),
  fileType: pathToFileURL(require.resolve('file-type')).href,
  pdfium: require.resolve('@embedpdf/pdfium'),
  pdfiumWasm: require.resolve('@embedpdf/pdfium/pdfium.wasm'),
});

/** The beginning of the code: its settings, and how to read the file. */
export const inputSource = `
  const settings = JSON.parse(process.argv[1]);

  async function readInput() {
    const parts = [];
    for await (const part of process.stdin) parts.push(part);
    return Buffer.concat(parts);
  }
`;

/** Also loads the library for images. */
export const decoderSource = `
  ${inputSource}
  const sharp = require(settings.libraries.sharp);
  sharp.cache(false);
  sharp.concurrency(1);
`;

/** Node.js 23 and newer reserve this for compiled code. It counts toward the limit, although hardly any of it is used. */
const reservedMegabytes = Number(process.versions.node.split('.')[0]) >= 23 ? 512 : 0;

/**
 * Starts a process in namespaces of its own: it has no network, and doesn't see other processes, whose settings and memory
 * the same user could read in /proc. Ending it ends the process.
 */
const isolation = [
  'unshare',
  '--user',
  '--map-current-user',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
  '--net',
];

/** A failure may be temporary, for example while the system has too many processes. */
const isolationRetryMs = 5 * 60_000;

let isolated: Promise<readonly string[]> | undefined;

/** The command that isolates a process. Empty where the system doesn't allow it, as in most containers. */
export function findIsolation(): Promise<readonly string[]> {
  const [command, ...options] = isolation as [string, ...string[]];
  return (isolated ??= promisify(execFile)(command, [...options, 'true']).then(
    () => isolation,
    (error: { code?: string | number; stderr?: string }) => {
      log.warn('files are decoded without isolation', {
        code: String(error.code),
        cause: error.stderr?.trim().slice(0, 200),
      });
      setTimeout(() => (isolated = undefined), isolationRetryMs).unref();
      return [];
    },
  ));
}

type ImageProcess = {
  /** JavaScript, as text, because the server is a single bundle without a second file to start a process with. */
  source: string;
  /** The process's only argument, as JSON. */
  settings: object;
  input: Buffer;
  seconds: number;
  maximumMegabytes: number;
  maximumOutputBytes: number;
};

/**
 * Runs code that decodes a stranger's file in a child process without our settings, and so without keys (threats T13 and
 * T17), and isolated from ours if the system allows it. The file is its standard input. It can't write files, and ends
 * when it exceeds its time or memory: the libraries allocate outside of V8's limit, which only Linux enforces (getrlimit(2),
 * RLIMIT_DATA).
 * @returns its output; null when it failed
 */
export async function runImageProcess({
  source,
  settings,
  input,
  seconds,
  maximumMegabytes,
  maximumOutputBytes,
}: ImageProcess): Promise<Buffer | null> {
  const [program, ...before] = [...(await findIsolation()), process.execPath];
  return new Promise((resolve) => {
    const child = execFile(
      '/bin/sh',
      [
        '-c',
        `ulimit -d ${(maximumMegabytes + reservedMegabytes) * 1024} && ulimit -t ${seconds * 2} && ulimit -f 0 && ulimit -c 0 && exec "$0" "$@"`,
        program!,
        ...before,
        '--max-old-space-size=64',
        '-e',
        source,
        JSON.stringify(settings),
      ],
      {
        encoding: 'buffer',
        env: { NODE_ENV: 'production' },
        timeout: seconds * 1000,
        killSignal: 'SIGKILL',
        maxBuffer: maximumOutputBytes,
      },
      (error, output) => resolve(error ? null : output),
    );
    // The child may exit before it has read everything.
    child.stdin!.on('error', () => {}).end(input);
  });
}
