import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const startScript = `
  import { appendFileSync, writeFileSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  import { unlessStamped } from '${resolve('scripts/setup/build-stamp.mjs')}';
  await unlessStamped('client', { sources: ['schema'], results: ['client'] }, async () => {
    appendFileSync('did', 'begun ');
    await setTimeout(500);
    writeFileSync('client', '');
    appendFileSync('did', 'done ');
  });
  console.log('goes on');`;

/** Concurrent starts in one checkout. */
async function startConcurrently(cwd: string): Promise<{ log: string; outputs: string[] }> {
  writeFileSync(join(cwd, 'schema'), '');
  const start = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', startScript], { cwd });
  const outputs = await Promise.all([start(), start(), start()]);
  return { log: readFileSync(join(cwd, 'did'), 'utf8'), outputs: outputs.map(({ stdout }) => stdout) };
}

const checkout = () => mkdtempSync(join(tmpdir(), 'checkout-'));

test('of several first starts, one generates and builds, and the others wait for it', async () => {
  const cwd = checkout();
  const { log, outputs } = await startConcurrently(cwd);
  expect(log).toBe('begun done ');
  expect(outputs.every((text) => text.endsWith('goes on\n'))).toBe(true);
  expect(existsSync(join(cwd, '.starting'))).toBe(false);
});

test('what a killed start has left blocks nobody', async () => {
  const cwd = checkout();
  mkdirSync(join(cwd, '.starting'));
  utimesSync(join(cwd, '.starting'), 0, 0);
  expect((await startConcurrently(cwd)).log).toBe('begun done ');
});
