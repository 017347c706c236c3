import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { standInDefaults } from './options';
import { buildPayment, createTestClient } from './test-client';

test('runs as a process until SIGTERM', async () => {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      fileURLToPath(new URL('main.ts', import.meta.url)),
      '--port',
      '0',
      '--options',
      '{"captureDelay":"manual"}',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const origin = line.trim();
    const { payments } = createTestClient({ ...standInDefaults, origin });
    expect(await payments.payments(buildPayment())).toMatchObject({ resultCode: 'Authorised' });
    const state: unknown = await (await fetch(`${origin}/_stand-in/state`)).json();
    expect(state).toMatchObject({ payments: [{ held: 1000, captured: 0 }] });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});
