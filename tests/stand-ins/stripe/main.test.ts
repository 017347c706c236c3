import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { standInDefaults } from './options';
import { createTestClient, pay } from './test-client';

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
      '{"multicapture":true}',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const { hostname, port } = new URL(line.trim());
    const stripe = createTestClient({ ...standInDefaults, host: hostname, port: Number(port) });
    const intent = await pay(stripe, {
      capture_method: 'manual',
      payment_method_options: { card: { request_multicapture: 'if_available' } },
    });
    await stripe.paymentIntents.capture(intent.id, { amount_to_capture: 1, final_capture: false });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});
