import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApiClient } from '../../world/api-client';
import { cards } from '../../world/payments/payments';
import { serveApi, type ServedApi } from '../../world/served-api';

const example = readFileSync('docs/examples/typescript-client/payment.ts', 'utf8');

let api: ServedApi;
/** A merchant's project, with the types that its developer generated. */
const project = mkdtempSync(join(tmpdir(), 'tillway-client-'));
const run = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, args, {
    cwd: project,
    env: { PATH: process.env.PATH, ...env } as never,
  });
beforeAll(async () => {
  api = await serveApi();
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  await run(['node_modules/openapi-typescript/bin/cli.js', `${api.url}/openapi.json`, '-o', 'tillway.ts']);
});
afterAll(async () => {
  await api.stop();
  rmSync(project, { recursive: true });
});

const compilerOptions =
  '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --module nodenext --target es2022 --types node';

/** The compiler's errors for a variant of the example. */
async function compile(code: string): Promise<string> {
  writeFileSync(join(project, 'payment.ts'), code);
  const args = ['node_modules/typescript-native/bin/tsc', ...compilerOptions.split(' '), 'payment.ts'];
  return run(args).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

async function pay(code: string): Promise<string[]> {
  writeFileSync(join(project, 'payment.ts'), code);
  const { merchant } = await buildApiClient();
  const { stdout } = await run(['--import', 'tsx', 'payment.ts'], {
    TILLWAY_API_URL: api.url,
    TILLWAY_CLIENT_ID: merchant.clientId,
    TILLWAY_CLIENT_SECRET: merchant.clientSecret,
  });
  return stdout.trim().split('\n');
}

test('the examples compile with types generated from the description', { timeout: 60_000 }, async () => {
  expect(await compile(example)).toBe('');
  const [, eventType] = /^```ts The type of an event\n(.*?)```$/ms.exec(
    readFileSync('app/routes/docs/guides/typescript.md', 'utf8'),
  )!;
  const use = "export const isCaptured = ({ data }: CapturedEvent) => data.status === 'CAPTURED';";
  expect(await compile(eventType! + use)).toBe('');
  expect(await compile(eventType! + use.replace("'CAPTURED'", "'captured'"))).toMatch(/have no overlap/);
});

test.each([
  [
    "operation: 'authorize'",
    "operation: 'pay'",
    /Type '"pay"' is not assignable to type '"authcap" \| "authorize"'/,
  ],
  ['order_amount: 2500', "order_amount: '25.00'", /Type 'string' is not assignable to type 'number'/],
  ['payment.amount_authorized', 'payment.amount_autorized', /Property 'amount_autorized' does not exist/],
  ["'/refunds'", "'/refund'", /Argument of type '"\/refund"' is not assignable/],
])('the compiler notices a mistake: %s as %s', { timeout: 60_000 }, async (right, wrong, error) => {
  expect(example).toContain(right);
  expect(await compile(example.replace(right, wrong))).toMatch(error);
});

const outcome = ['Authorized 2500', 'Captured 2500', 'Replayed true 2500', 'Refunded 400'];

test('the example authorizes, captures, retries, and refunds', async () => {
  expect(await pay(example)).toEqual(outcome);
});

test('an unknown outcome is retried until the payment is authorized', async () => {
  const before = api.requests.length;
  expect(await pay(example.replace('4242424242424242', cards.unknownThenApproved))).toEqual(outcome);
  const payments = api.requests.slice(before).filter((path) => path.endsWith('/transactions'));
  expect(payments).toHaveLength(2);
});
