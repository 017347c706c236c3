import { spawn } from 'node:child_process';

/** A failed step whose message is a single line. */
export class StepError extends Error {
  name = 'StepError';
}

const running = new Set();

/** Shows the progress and duration of a step. */
export async function step(title, work) {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const terminal = process.stdout.isTTY;
  if (terminal) process.stdout.write(`  ${title} …`);
  else console.log(`  ${title} …`);
  const tick = setInterval(
    () =>
      terminal
        ? process.stdout.write(`\r  ${title} … ${seconds()} s`)
        : console.log(` still running, ${seconds()} s`),
    terminal ? 500 : 15_000,
  );
  try {
    const result = await work();
    clearInterval(tick);
    console.log(`${terminal ? '\r' : ''}✓ ${title} (${seconds()} s)${terminal ? '     ' : ''}`);
    return result;
  } catch (error) {
    clearInterval(tick);
    console.log(`${terminal ? '\r' : ''}✗ ${title} (${seconds()} s)${terminal ? '     ' : ''}`);
    throw error;
  }
}

/** Runs a program and prints its output only if it fails. */
export async function quietly(program, args, { env = process.env, problem, silent = false } = {}) {
  let said = '';
  const keep = (chunk) => void (said = said.length < 200_000 ? said + chunk : said);
  const code = await run(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }, (child) => {
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
  });
  if (code !== 0) {
    if (!silent) console.error(shorten(said.trim().split('\n')));
    throw new StepError(problem ?? `${program} ${args[0]} failed`);
  }
  return said;
}

/** The cause of an error is at the start or the end, and a list in between. */
function shorten(lines) {
  return lines.length <= 50 ? lines.join('\n') : [...lines.slice(0, 25), '…', ...lines.slice(-25)].join('\n');
}

/**
 * Runs a program with its own output.
 * @returns its exit code
 */
export function aloud(program, args, options = {}) {
  return run(program, args, { stdio: 'inherit', ...options });
}

function run(program, args, options, watch = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options);
    running.add(child);
    watch(child);
    child.on('error', (error) =>
      reject(error.code === 'ENOENT' ? new StepError(`${program} is not installed`) : error),
    );
    child.on('close', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** Ends the programs that a step is waiting for. */
export function endRunning() {
  for (const child of running) child.kill('SIGTERM');
}

/** Runs a command: a known problem prints one line, anything else the complete error. */
export async function command(work) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      if (process.listenerCount(signal)) return;
      endRunning();
      process.exit(130);
    });
  try {
    await work();
  } catch (error) {
    console.error(error instanceof StepError || error?.name === 'SettingError' ? error.message : error);
    process.exit(1);
  }
}
