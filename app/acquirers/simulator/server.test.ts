import { mkdtempSync, readFileSync, truncateSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSimulatorServer } from './server';

let [folder, origin] = ['', ''];
let server: Server;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  server = createSimulatorServer(folder);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const book = () => join(folder, 'simulator-test.jsonl');

async function get(path: string) {
  const response = await fetch(`${origin}${path}`);
  return { status: response.status, body: await response.json() };
}

async function post(path: string, sent: object | string) {
  const init = { method: 'POST', body: typeof sent === 'string' ? sent : JSON.stringify(sent) };
  const response = await fetch(`${origin}${path}`, init);
  return { status: response.status, body: await response.json() };
}

const payment = {
  reference: 'a',
  amountMinor: 100,
  currency: 'EUR',
  capture: false,
  card: { pan: '4242424242424242', code: '836', expiry: { month: 12, year: 2040 } },
};
const checks = { address: 'pass', postalCode: 'pass', securityCode: 'pass' };
const approved = {
  status: 200,
  body: { reference: 'a', outcome: { kind: 'approved', acquirerReference: 'sim_a', checks } },
};

test('an unknown address is not found', async () => {
  const notFound = { status: 404, body: { error: 'no such address' } };
  for (const path of [
    '/',
    '/test',
    '/test/lookup',
    '/test/lookup/',
    '/test/authorize/a',
    '/test/other?limit=1',
    '/staging/statement?limit=1',
  ])
    expect(await get(path)).toEqual(notFound);
  for (const path of ['/test', '/test/chargeback', '/test/toString', '/staging/authorize'])
    expect(await post(path, payment)).toEqual(notFound);
});

test('an invalid request is rejected with every reason, without quoting a card', async () => {
  const wrongCard = { pan: '4242424242424242', code: '83611', expiry: { month: 13, year: 2040 } };
  const wrong = await post('/test/authorize', { ...payment, card: wrongCard });
  expect(wrong).toEqual({
    status: 400,
    body: { error: expect.stringMatching(/^card\.expiry\.month: [^;]+; card\.code: [^;]+$/) as string },
  });
  expect(JSON.stringify(wrong)).not.toMatch(/4242|8361/);
  expect(await post('/test/authorize', '{"card":"4242424242424242"')).toEqual({
    status: 400,
    body: { error: 'the body is not valid JSON' },
  });
  const capture = { reference: 'c', authorization: 'a', payment: 'sim_a', amountMinor: 0.5, currency: 'EUR' };
  expect(await post('/test/capture', capture)).toEqual({
    status: 400,
    body: { error: expect.stringMatching(/^amountMinor: [^;]+$/) as string },
  });
  const authorization = { ...payment, currency: 'USD', amountMinor: 100_000_000 };
  const { card: _card, ...reversal } = authorization;
  for (const [path, request] of [
    ['/test/authorize', authorization],
    ['/test/reverse', reversal],
    ['/test/capture', { ...capture, currency: 'IDR', amountMinor: 1_000_000_000_000 }],
    ['/test/refund', { ...capture, currency: 'HUF', amountMinor: 10_000_000_000 }],
  ] as const)
    expect(await post(path, request)).toEqual({
      status: 400,
      body: { error: expect.stringMatching(/^amountMinor: Too big/) as string },
    });
  expect(readFileSync(book(), 'utf8')).toBe('');
  const large = { ...payment, currency: 'IDR', amountMinor: 999_999_999_999 };
  expect(await post('/test/authorize', large)).toEqual(approved);
});

test('only a dispute response may be longer than 64 KB', async () => {
  const longest = JSON.stringify(payment).padEnd(65_536);
  expect(await post('/test/authorize', longest)).toEqual(approved);
  const tooLong = { status: 400, body: { error: 'the body is too long' } };
  expect(await post('/test/authorize', `${longest} `)).toEqual(tooLong);
  const evidence = { reference: 'ours', dispute: 'none', text: 'It arrived.', files: [] };
  const sent = JSON.stringify(evidence).padEnd(65_537);
  expect(await post('/test/answer_dispute', sent)).toEqual({
    status: 200,
    body: { reference: 'ours', receipt: { kind: 'refused' } },
  });
  expect(await post('/test/accept_dispute', sent)).toEqual(tooLong);
});

test('a failure is an error that quotes nothing', async () => {
  expect(await post('/test/authorize', payment)).toEqual(approved);
  truncateSync(book(), 10);
  expect(await get('/test/lookup/a')).toEqual({ status: 500, body: { error: 'the simulator failed' } });
});
