import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { Secret } from '~/platform/secret';
import { createSimulator } from './simulator';

let ledger: string;
beforeEach(() => {
  ledger = join(mkdtempSync(join(tmpdir(), 'ledger-')), 'book.jsonl');
});

const payment = (reference: string, pan = '4242424242424242', capture = false) => ({
  reference,
  amountMinor: 100,
  currency: 'EUR',
  capture,
  card: { pan: new Secret(pan), code: new Secret('123'), expiry: { month: 1, year: 2040 } },
});
const followUp = (reference: string, amountMinor: number) => ({ reference, authorization: 'a', amountMinor, currency: 'EUR' });

test('a reference has one effect and one outcome, however often it is asked for', async () => {
  const simulator = createSimulator(ledger);
  const first = await simulator.authorize(payment('a'));
  expect(await simulator.authorize(payment('a', '4000000000000002'))).toEqual(first);
  await simulator.capture(followUp('c', 100));
  expect(await simulator.capture(followUp('c', 100))).toMatchObject({ kind: 'approved' });
  expect(readFileSync(ledger, 'utf8').trim().split('\n')).toHaveLength(2);
});

test('the book outlives the process, and holds no card', async () => {
  await createSimulator(ledger).authorize(payment('a'));
  expect(await createSimulator(ledger).lookup('a')).toEqual({ kind: 'approved', acquirerReference: 'sim_a' });
  expect(await createSimulator(ledger).lookup('b')).toEqual({ kind: 'not_found' });
  expect(readFileSync(ledger, 'utf8')).not.toContain('4242');
});

test('processes that share a book see what the others did', async () => {
  const [one, two] = [createSimulator(ledger), createSimulator(ledger)];
  await one.authorize(payment('a'));
  expect(await two.capture(followUp('c', 60))).toMatchObject({ kind: 'approved' });
  expect(await one.capture(followUp('d', 60))).toEqual({ kind: 'declined', code: 'limit_exceeded' });
});

test('a silent card is booked and its outcome found by asking', async () => {
  const simulator = createSimulator(ledger);
  expect(await simulator.authorize(payment('a', '4000000000005043'))).toEqual({ kind: 'unknown' });
  expect(await simulator.lookup('a')).toMatchObject({ kind: 'approved' });
});

test('no more is captured, voided or refunded than there is', async () => {
  const simulator = createSimulator(ledger);
  const declined = { kind: 'declined', code: 'limit_exceeded' };
  expect(await simulator.capture(followUp('early', 1))).toEqual(declined);
  await simulator.authorize(payment('a'));
  expect(await simulator.refund(followUp('r1', 1))).toEqual(declined);
  await simulator.capture(followUp('c', 60));
  expect(await simulator.void(followUp('v1', 41))).toEqual(declined);
  expect(await simulator.void(followUp('v2', 40))).toMatchObject({ kind: 'approved' });
  expect(await simulator.refund(followUp('r2', 61))).toEqual(declined);
  expect(await simulator.refund(followUp('r3', 60))).toMatchObject({ kind: 'approved' });
});
