import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { Secret } from '~/platform/secrets/secret';
import type { LedgerEntry } from './ledger-entry';
import { createSimulator } from './simulator';

let ledger: string;
beforeEach(() => {
  ledger = join(mkdtempSync(join(tmpdir(), 'ledger-')), 'book.jsonl');
});

const { signal } = new AbortController();
const atOnce = { refund_failed: 0, chargeback_opened: 0, chargeback_won: 0, chargeback_lost: 0 };
const lineCount = () => readFileSync(ledger, 'utf8').trim().split('\n').length;

const payment = (reference: string, pan = '4242424242424242', capture = false) => ({
  reference,
  amountMinor: 100,
  currency: 'EUR',
  capture,
  card: { pan: new Secret(pan), code: new Secret('123'), expiry: { month: 1, year: 2040 } },
});
const followUp = (reference: string, amountMinor: number) => ({
  reference,
  authorization: 'a',
  payment: 'sim_a',
  amountMinor,
  currency: 'EUR',
});

test('a reference has one effect and one outcome, however often it is requested', async () => {
  const simulator = createSimulator(ledger);
  const first = await simulator.authorize(payment('a'), signal);
  expect(await simulator.authorize(payment('a', '4000000000000002'), signal)).toEqual(first);
  await simulator.capture(followUp('c', 100), signal);
  expect(await simulator.capture(followUp('c', 100), signal)).toMatchObject({ kind: 'approved' });
  expect(lineCount()).toBe(2);
});

test('a card that isn’t published is approved', async () => {
  const simulator = createSimulator(ledger);
  expect(await simulator.authorize(payment('a', '4000000000000093'), signal)).toEqual({
    kind: 'approved',
    acquirerReference: 'sim_a',
    checks: { address: 'pass', postalCode: 'pass', securityCode: 'pass' },
  });
});

test('with latency, a request takes effect later, and its answer arrives later again', async () => {
  const simulator = createSimulator(ledger, { delayMs: 60 });
  const authorizedAt = Date.now();
  await simulator.authorize(payment('a', '4242424242424242', true), signal);
  const answeredAt = Date.now();
  const [entry] = readFileSync(ledger, 'utf8').split('\n');
  const recordedAt = Date.parse((JSON.parse(entry!) as LedgerEntry).at!);
  // A timer can fire a millisecond early.
  expect(recordedAt - authorizedAt).toBeGreaterThan(55);
  expect(answeredAt - recordedAt).toBeGreaterThan(55);
});

test('without latency, requests take effect immediately, and no answer waits for a timer', async () => {
  const simulator = createSimulator(ledger);
  const { card } = payment('a');
  const isAnswered = (answer: Promise<unknown>) =>
    Promise.race([answer.then(() => true), nextTurn().then(() => false)]);
  const authorized = simulator.authorize(payment('a'), signal);
  expect(lineCount()).toBe(1);
  expect({
    authorize: await isAnswered(authorized),
    verify: await isAnswered(simulator.verify({ reference: 'v', card }, signal)),
    capture: await isAnswered(simulator.capture(followUp('c', 1), signal)),
    acceptDispute: await isAnswered(simulator.acceptDispute({ reference: 'x', dispute: 'none' }, signal)),
  }).toEqual({ authorize: true, verify: true, capture: true, acceptDispute: true });
});

test('at most 1,000 answers are delayed at the same time', async () => {
  const simulator = createSimulator(undefined);
  const delay = async (number: number) => {
    await simulator.authorize(payment(`a${number}`), signal);
    await simulator.simulateIncident!(`a${number}`, { kind: 'delay', ms: 2_000 }, signal);
  };
  const isDelayed = (number: number) => {
    const request = { ...followUp(`c${number}`, 1), authorization: `a${number}` };
    const answer = simulator.capture(request, signal).then(() => false);
    return Promise.race([answer, nextTurn().then(() => true)]);
  };
  for (let number = 0; number < 1_000; number++) await delay(number);
  expect({ first: await isDelayed(0), last: await isDelayed(999) }).toEqual({ first: true, last: true });
  // Those two were answered, so the third of these is beyond the limit, and cancels the others.
  for (const number of [1_000, 1_001, 1_002]) await delay(number);
  expect({ earlier: await isDelayed(1), newest: await isDelayed(1_002) }).toEqual({
    earlier: false,
    newest: true,
  });
});

test('the ledger outlives the process, and contains no card', async () => {
  await createSimulator(ledger).authorize(payment('a'), signal);
  expect(await createSimulator(ledger).lookup({ reference: 'a' }, signal)).toMatchObject({
    kind: 'approved',
    acquirerReference: 'sim_a',
  });
  expect(await createSimulator(ledger).lookup({ reference: 'b' }, signal)).toEqual({ kind: 'not_found' });
  expect(readFileSync(ledger, 'utf8')).not.toContain('42424242');
});

test("processes that share a ledger see one another's entries", async () => {
  const [one, two] = [createSimulator(ledger), createSimulator(ledger)];
  await one.authorize(payment('a'), signal);
  expect(await two.capture(followUp('c', 60), signal)).toMatchObject({ kind: 'approved' });
  expect(await one.capture(followUp('d', 60), signal)).toEqual({ kind: 'declined', code: 'limit_exceeded' });
});

test('a silent card is recorded, and an inquiry finds its outcome', async () => {
  const simulator = createSimulator(ledger);
  expect(await simulator.authorize(payment('a', '4000000000005043'), signal)).toEqual({ kind: 'unknown' });
  expect(await simulator.lookup({ reference: 'a' }, signal)).toMatchObject({ kind: 'approved' });
});

test('no more can be captured, voided or refunded than there is', async () => {
  const simulator = createSimulator(ledger);
  const declined = { kind: 'declined', code: 'limit_exceeded' };
  expect(await simulator.capture(followUp('early', 1), signal)).toEqual(declined);
  await simulator.authorize(payment('a'), signal);
  expect(await simulator.refund(followUp('r1', 1), signal)).toEqual(declined);
  await simulator.capture(followUp('c', 60), signal);
  expect(await simulator.void(followUp('v1', 41), signal)).toEqual(declined);
  expect(await simulator.void(followUp('v2', 40), signal)).toMatchObject({ kind: 'approved' });
  expect(await simulator.refund(followUp('r2', 61), signal)).toEqual(declined);
  expect(await simulator.refund(followUp('r3', 60), signal)).toMatchObject({ kind: 'approved' });
});

test('nothing is captured, voided or refunded in another currency', async () => {
  const simulator = createSimulator(ledger);
  const declined = { kind: 'declined', code: 'not_permitted' };
  const inDollars = (reference: string) => ({ ...followUp(reference, 10), currency: 'USD' });
  await simulator.authorize(payment('a'), signal);
  expect(await simulator.capture(inDollars('c1'), signal)).toEqual(declined);
  expect(await simulator.void(inDollars('v1'), signal)).toEqual(declined);
  expect(await simulator.capture(followUp('c2', 100), signal)).toMatchObject({ kind: 'approved' });
  expect(await simulator.refund(inDollars('r1'), signal)).toEqual(declined);
  expect(await simulator.refund(followUp('r2', 100), signal)).toMatchObject({ kind: 'approved' });
});

test('the statement contains every entry, oldest first, in parts', async () => {
  const simulator = createSimulator(ledger);
  expect(await simulator.readStatement(null, 2, signal)).toMatchObject({ entries: [] });
  await simulator.authorize(payment('a'), signal);
  await simulator.capture(followUp('c', 60), signal);
  await simulator.refund(followUp('r', 61), signal);
  await simulator.authorize(payment('b', '4242424242424242', true), signal);
  const first = await simulator.readStatement(null, 2, signal);
  expect(first.entries).toEqual([
    {
      reference: 'a',
      authorization: 'a',
      kind: 'authorize',
      amountMinor: 100,
      currency: 'EUR',
      approved: true,
    },
    { reference: 'c', authorization: 'a', kind: 'capture', amountMinor: 60, currency: 'EUR', approved: true },
  ]);
  const second = await simulator.readStatement(first.next, 2, signal);
  expect(second.entries).toMatchObject([
    { reference: 'r', approved: false },
    { reference: 'b', kind: 'authcap' },
  ]);
  const end = await simulator.readStatement(second.next, 2, signal);
  expect(end).toEqual({ entries: [], next: second.next });
});

test.each([
  ['4000000000000259', 'chargeback_lost'],
  ['4000000000002685', 'chargeback_won'],
])('card %s: the unrefunded part of the first capture is disputed, and it ends as %s', async (pan, end) => {
  const simulator = createSimulator(ledger, { eventDelaysMs: atOnce });
  await simulator.authorize(payment('a', pan), signal);
  await simulator.capture(followUp('c', 60), signal);
  await simulator.capture(followUp('d', 40), signal);
  await simulator.refund(followUp('r', 15), signal);
  const { entries } = await simulator.readStatement(null, 100, signal);
  expect(entries.slice(4)).toMatchObject([
    {
      kind: 'chargeback_opened',
      reference: 'cb_a',
      authorization: 'a',
      amountMinor: 45,
      reason: 'fraudulent',
    },
    { kind: end, reference: 'cb_a', authorization: 'a', amountMinor: 45 },
  ]);
  // An amount taken by a dispute can't be refunded, but a returned one can.
  expect(await simulator.refund(followUp('r2', 85), signal)).toMatchObject({
    kind: end === 'chargeback_won' ? 'approved' : 'declined',
  });
});

test('an accepted chargeback is lost, although its card would win it', async () => {
  const slow = createSimulator(ledger, { eventDelaysMs: { ...atOnce, chargeback_won: 60_000 } });
  await slow.authorize(payment('a', '4000000000002685', true), signal);
  await slow.readStatement(null, 100, signal);
  expect(await slow.acceptDispute({ reference: 'ours', dispute: 'cb_a' }, signal)).toEqual({
    kind: 'acknowledged',
  });
  for (const simulator of [slow, createSimulator(ledger, { eventDelaysMs: atOnce })])
    expect((await simulator.readStatement(null, 100, signal)).entries).toMatchObject([
      { kind: 'authcap' },
      { kind: 'chargeback_opened', reference: 'cb_a' },
      { kind: 'chargeback_lost', reference: 'cb_a' },
    ]);
});

test('nothing is disputed early, or when all of it was refunded', async () => {
  const early = createSimulator(ledger);
  await early.authorize(payment('a', '4000000000000259', true), signal);
  expect((await early.readStatement(null, 100, signal)).entries).toHaveLength(1);
  await early.refund(followUp('r', 100), signal);
  const later = createSimulator(ledger, { eventDelaysMs: atOnce });
  expect((await later.readStatement(null, 100, signal)).entries).toHaveLength(2);
});

test('what a simulated chargeback is about is not disputed again', async () => {
  const early = createSimulator(ledger);
  await early.authorize(payment('a', '4000000000000259', true), signal);
  await early.simulateIncident!('a', { kind: 'chargeback_opened', amountMinor: 70 }, signal);
  const simulator = createSimulator(ledger, { eventDelaysMs: atOnce });
  const { entries } = await simulator.readStatement(null, 100, signal);
  const opened = entries.filter(({ kind }) => kind === 'chargeback_opened');
  expect(opened.map(({ amountMinor }) => amountMinor)).toEqual([70, 30]);
});

test('card 4000000000005126: a refund is approved and fails later, and can be tried again', async () => {
  const simulator = createSimulator(ledger, { eventDelaysMs: atOnce });
  await simulator.authorize(payment('a', '4000000000005126', true), signal);
  expect(await simulator.refund(followUp('r', 100), signal)).toMatchObject({ kind: 'approved' });
  expect((await simulator.readStatement(null, 100, signal)).entries[2]).toMatchObject({
    kind: 'refund_failed',
    reference: 'r',
    authorization: 'a',
    amountMinor: 100,
    code: 'do_not_honor',
  });
  expect(await simulator.lookup({ reference: 'r' }, signal)).toMatchObject({ kind: 'approved' });
  expect(await simulator.refund(followUp('r2', 100), signal)).toMatchObject({ kind: 'approved' });
});

test('processes that share a ledger record each scheduled event once, even after a restart', async () => {
  const processes = [1, 2, 3].map(() => createSimulator(ledger, { eventDelaysMs: atOnce }));
  await processes[0]!.authorize(payment('a', '4000000000000259', true), signal);
  const read = (simulator: (typeof processes)[number]) => simulator.readStatement(null, 100, signal);
  const statements = await Promise.all(
    [...processes, createSimulator(ledger, { eventDelaysMs: atOnce })].map(read),
  );
  for (const { entries } of statements)
    expect(entries.map(({ kind }) => kind)).toEqual(['authcap', 'chargeback_opened', 'chargeback_lost']);
  expect(lineCount()).toBe(3);
});

test('card 4000000000000077: a capture settles, and an inquiry says so', async () => {
  const simulator = createSimulator(ledger);
  expect(await simulator.authorize(payment('a', '4000000000000077'), signal)).not.toHaveProperty('settled');
  expect(await simulator.capture(followUp('c', 60), signal)).toHaveProperty('settled', true);
  expect(await simulator.refund(followUp('r', 60), signal)).not.toHaveProperty('settled');
  expect(await simulator.authorize(payment('b', '4000000000000077', true), signal)).toHaveProperty(
    'settled',
    true,
  );
  for (const reference of ['b', 'c'])
    expect(await createSimulator(ledger).lookup({ reference }, signal)).toHaveProperty('settled', true);
});

test('a ledger of an earlier version can be read', async () => {
  const old = {
    reference: 'a',
    kind: 'authorize',
    amountMinor: 100,
    currency: 'EUR',
    captured: true,
    outcome: 'approved',
  };
  writeFileSync(ledger, `${JSON.stringify(old)}\n`);
  const simulator = createSimulator(ledger);
  expect(await simulator.refund(followUp('r', 100), signal)).toMatchObject({ kind: 'approved' });
  expect((await simulator.readStatement(null, 9, signal)).entries).toMatchObject([
    { kind: 'authcap', approved: true },
    { kind: 'refund' },
  ]);
});

test('a follow-up names the payment by the reference that the simulator gave it, or not at all', async () => {
  const simulator = createSimulator(ledger);
  await simulator.authorize(payment('a'), signal);
  expect(await simulator.capture({ ...followUp('c1', 10), payment: 'sim_b' }, signal)).toEqual({
    kind: 'declined',
    code: 'not_permitted',
  });
  for (const [reference, own] of [
    ['c2', 'sim_a'],
    ['c3', null],
  ] as const)
    expect(await simulator.capture({ ...followUp(reference, 10), payment: own }, signal)).toMatchObject({
      kind: 'approved',
    });
});
