import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { findIsolation, runImageProcess } from './image-process';
import { reencodeImage } from './image-encoding';
import { jpeg } from '../../tests/world/documents/sample-files';

const folder = mkdtempSync(join(tmpdir(), 'tillway-images-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (source: string, limits: { seconds?: number; maximumMegabytes?: number } = {}) =>
  runImageProcess({
    source,
    settings: { greeting: 'hello' },
    input: Buffer.from('a file'),
    seconds: 20,
    maximumMegabytes: 512,
    maximumOutputBytes: 1_000,
    ...limits,
  }).then((output) => output?.toString() ?? null);

test('the child process gets the file and its settings, and none of ours', async () => {
  const source = `
    const parts = [];
    process.stdin.on('data', (part) => parts.push(part)).on('end', () =>
      console.log(JSON.stringify([String(Buffer.concat(parts)), process.argv[1], process.env])));`;
  const [file, settings, environment] = JSON.parse((await run(source))!) as [string, string, object];
  expect(file).toBe('a file');
  expect(JSON.parse(settings)).toEqual({ greeting: 'hello' });
  // The shell adds its folder.
  expect(Object.keys(environment).sort()).toEqual(['NODE_ENV', 'PWD']);
});

test.skipIf(!(await findIsolation()).length)(
  'the child process sees no other process, and no network',
  async () => {
    const source = `
    const { readdirSync } = require('node:fs');
    const { networkInterfaces } = require('node:os');
    process.stdin.resume();
    console.log(JSON.stringify([readdirSync('/proc').filter(Number), Object.keys(networkInterfaces())]));`;
    expect(JSON.parse((await run(source))!)).toEqual([['1'], []]);
  },
);

test('a failed isolation is logged, and tried again later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.resetModules();
  const { findIsolation: find } = await import('./image-process');
  const { log } = await import('~/platform/observability/log');
  const warn = vi.spyOn(log, 'warn').mockReturnValue();
  const commands = join(folder, 'commands');
  vi.stubEnv('PATH', commands);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect([await find(), await find()]).toEqual([[], []]);
  expect(warn.mock.calls).toEqual([
    ['files are decoded without isolation', expect.objectContaining({ code: 'ENOENT' })],
  ]);

  mkdirSync(commands);
  writeFileSync(join(commands, 'unshare'), '#!/bin/sh\n', { mode: 0o755 });
  expect(await find()).toEqual([]);
  vi.advanceTimersByTime(5 * 60_000);
  expect(await find()).toContain('unshare');
  // A success is kept.
  rmSync(commands, { recursive: true });
  vi.advanceTimersByTime(60 * 60_000);
  expect(await find()).toContain('unshare');
  expect(warn).toHaveBeenCalledTimes(1);
});

test.each([
  ['crashes', 'process.abort()'],
  ['never ends', 'for (;;);'],
  ['uses too much memory', `const kept = []; for (;;) kept.push(Buffer.alloc(50_000_000, 1));`],
  ['answers with too much', `process.stdout.write('x'.repeat(2_000))`],
  ['writes a file', `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'file'))}, 'x')`],
])('a child process that %s has no output, and nothing else happens', async (_, source) => {
  expect(await run(`process.stdin.resume(); ${source}`, { seconds: 3 })).toBeNull();
  expect(await reencodeImage(await jpeg(20, 10))).toMatchObject({ contentType: 'image/jpeg' });
});
