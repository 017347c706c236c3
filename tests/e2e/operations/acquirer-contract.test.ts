import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

const root = new URL('../../..', import.meta.url).pathname;

/** Runs the command with these environment variables. */
async function runContract(args: string[], settings: Record<string, string> = {}) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['scripts/acquirer-contract.mjs', ...args], {
    cwd: root,
    env: { PATH, HOME, NO_COLOR: '1', ...settings } as unknown as NodeJS.ProcessEnv,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

async function startStandIn(name: string, options: object): Promise<string> {
  const path = `tests/stand-ins/${name}/main.ts`;
  const child = spawn(process.execPath, ['--import', 'tsx', path, '--options', JSON.stringify(options)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'close');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

test.each([
  [[], {}, 'Name the processor'],
  [['square'], {}, 'Name the processor'],
  [['stripe'], {}, 'Set STRIPE_SANDBOX_KEY'],
  [['stripe'], { STRIPE_SANDBOX_KEY: 'sk_live_51PqRsTuVwX' }, 'Never use live keys'],
  [['adyen'], { ADYEN_SANDBOX_KEY: 'AQE' }, 'Set ADYEN_SANDBOX_MERCHANT_ACCOUNT, ADYEN_SANDBOX_HMAC_KEY'],
])(
  'without the sandbox’s settings, the command lists what it needs: %j %j',
  async (args, settings, needs) => {
    const { code, output } = await runContract(args, settings);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(needs) });
  },
);

test('the contract runs with Stripe’s sandbox', async () => {
  const key = 'sk_test_stand_in_sandbox';
  const STRIPE_URL = await startStandIn('stripe', { secretKey: key, laterSeconds: 1 });
  const { code, output } = await runContract(['stripe'], { STRIPE_URL, STRIPE_SANDBOX_KEY: key });
  expect(output).toMatch(/Tests +22 passed/);
  expect(code).toBe(0);
  const failed = await runContract(['stripe'], { STRIPE_URL, STRIPE_SANDBOX_KEY: `${key}_other` });
  expect(failed.code).not.toBe(0);
  expect(failed.output).not.toContain(key);
});

test('the contract runs with Adyen’s sandbox, whose webhooks arrive here', async () => {
  const port = await findFreePort();
  const credentials = { username: 'hooks', password: 'four-wide-orange-rivers' };
  const [apiKey, hmacKey] = ['AQE_sandbox_key', '0f'.repeat(32)];
  const ADYEN_URL = await startStandIn('adyen', {
    ...{ apiKey, hmacKey, merchantAccount: 'SandboxECOM', captureDelay: 'manual' },
    ...{ webhookUrl: `http://127.0.0.1:${port}/`, webhookCredentials: credentials },
  });
  const { code, output } = await runContract(['adyen'], {
    ADYEN_URL,
    ADYEN_SANDBOX_KEY: apiKey,
    ADYEN_SANDBOX_MERCHANT_ACCOUNT: 'SandboxECOM',
    ADYEN_SANDBOX_HMAC_KEY: hmacKey,
    ADYEN_SANDBOX_WEBHOOK_USER: credentials.username,
    ADYEN_SANDBOX_WEBHOOK_PASSWORD: credentials.password,
    ADYEN_SANDBOX_WEBHOOK_PORT: port,
    ADYEN_SANDBOX_WEBHOOK_SECONDS: '4',
  });
  expect(output).toMatch(/Tests +20 passed/);
  expect(code).toBe(0);
});
