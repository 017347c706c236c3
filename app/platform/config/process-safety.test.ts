import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { restrictCoreDumps, checkProcessSafety, findWorldReadableFiles } from './process-safety';

const folder = mkdtempSync(join(tmpdir(), 'tillway-safety-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const machine = { env: {}, execArgv: [], userId: 1000, dataDir: join(folder, 'none'), folder };

test('a normal process is safe', () => {
  expect(
    checkProcessSafety({
      ...machine,
      env: { NODE_OPTIONS: '--max-old-space-size=4096 --enable-source-maps' },
    }),
  ).toEqual({ refusals: [], warnings: [] });
});

test('the connection of the owner gives a warning', () => {
  const env = { MIGRATION_DATABASE_URL: 'postgresql://owner@localhost/tillway' };
  expect(checkProcessSafety({ ...machine, env })).toEqual({
    refusals: [],
    warnings: [expect.stringMatching(/^MIGRATION_DATABASE_URL: set for this process/)],
  });
});

test.each([
  [
    { env: { NODE_OPTIONS: '--enable-source-maps --inspect=0.0.0.0:9229' } },
    /^NODE_OPTIONS: --inspect exposes the process memory/,
  ],
  [{ execArgv: ['--inspect-brk'] }, /^NODE_OPTIONS: --inspect-brk exposes/],
  [
    { env: { NODE_OPTIONS: '--heapsnapshot-signal=SIGUSR2' } },
    /^NODE_OPTIONS: --heapsnapshot-signal exposes/,
  ],
  [
    { env: { NODE_OPTIONS: '"--abort-on-uncaught-exception"' } },
    /^NODE_OPTIONS: --abort-on-uncaught-exception exposes/,
  ],
  [
    { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
    /^NODE_TLS_REJECT_UNAUTHORIZED: 0 lets anyone impersonate/,
  ],
  [{ env: { NODE_DEBUG: 'http' } }, /^NODE_DEBUG: /],
  [{ env: { SSLKEYLOGFILE: '/tmp/keys' } }, /^SSLKEYLOGFILE: /],
])('%j is rejected', (changes, line) => {
  expect(checkProcessSafety({ ...machine, ...changes }).refusals).toEqual([expect.stringMatching(line)]);
});

test('root is asked to use a separate account', () => {
  expect(checkProcessSafety({ ...machine, userId: 0 }).warnings).toEqual([expect.stringMatching(/^user: /)]);
});

describe('files that others can read', () => {
  test('are named with instructions; private ones are not', () => {
    const [open, shut, data] = ['.env', 'secret.key', 'data'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(open, '');
    chmodSync(open, 0o644);
    writeFileSync(shut, '', { mode: 0o600 });
    mkdirSync(data);
    chmodSync(data, 0o755);
    expect(findWorldReadableFiles([open, shut, data, join(folder, 'missing')])).toEqual([
      `${open}: readable by every user on this machine. Run: chmod 600 ${open}`,
      `${data}: readable by every user on this machine. Run: chmod 700 ${data}`,
    ]);
    expect(checkProcessSafety(machine).refusals).toHaveLength(1);
  });
});

describe('core dumps', () => {
  test('are emptied where Linux allows it', () => {
    const proc = mkdtempSync(join(folder, 'proc-'));
    expect(restrictCoreDumps(proc)).toEqual({ refusals: [], warnings: [] });
    expect(readFileSync(join(proc, 'coredump_filter'), 'utf8')).toBe('0x0');
  });

  test.each([
    ['0', 0],
    ['unlimited', 1],
  ])("are rejected where it doesn't and the limit is not 0: %s", (limit, count) => {
    const proc = mkdtempSync(join(folder, 'proc-'));
    mkdirSync(join(proc, 'coredump_filter'));
    writeFileSync(
      join(proc, 'limits'),
      `Limit  Soft Limit  Hard Limit\nMax core file size        ${limit}                  unlimited            bytes\n`,
    );
    expect(restrictCoreDumps(proc).refusals).toHaveLength(count);
  });
});
