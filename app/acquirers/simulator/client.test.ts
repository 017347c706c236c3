import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { log } from '~/platform/observability/log';
import { runWithTrace } from '~/platform/observability/trace';
import { Secret } from '~/platform/secrets/secret';
import type { PastEntry, Statement } from '../acquirer';
import { faultNames } from './faults';
import { createSimulatorClient } from './client';
import { createSimulatorServer } from './server';
import { createSimulator, type Simulator } from './simulator';

let [folder, origin] = ['', ''];
let server: Server;
let acquirer: Simulator;
let warned: MockInstance<typeof log.warn>;

beforeEach(async () => {
  warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
  folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  server = createSimulatorServer(folder);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  acquirer = createSimulatorClient(origin, 'test');
});

afterEach(() => {
  warned.mockRestore();
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const { signal } = new AbortController();
const card = {
  pan: new Secret('4242424242424242'),
  code: new Secret('8361'),
  expiry: { month: 12, year: 2040 },
  name: 'Ada Example',
};
const payment = (reference: string, capture = false) => ({
  reference,
  amountMinor: 100,
  currency: 'EUR',
  capture,
  card,
});
const followUp = (reference: string, amountMinor: number) => ({
  reference,
  authorization: 'a',
  payment: 'sim_a',
  amountMinor,
  currency: 'EUR',
});
const approved = (reference: string) => ({ kind: 'approved', acquirerReference: `sim_${reference}` });
const authorized = (reference: string) => ({
  ...approved(reference),
  checks: { address: 'pass', postalCode: 'pass', securityCode: 'pass' },
});
const book = (environment = 'test') => readFileSync(join(folder, `simulator-${environment}.jsonl`), 'utf8');
const switchFaults = (faults: unknown) =>
  fetch(`${origin}/faults`, { method: 'PUT', body: JSON.stringify(faults) });

test('a connection test says whether the process answers, and records nothing', async () => {
  expect(await acquirer.testConnection!(signal)).toEqual({
    kind: 'connected',
    description: 'The simulator process answers. It never moves real money.',
  });
  expect((await acquirer.readStatement(null, 10, signal)).entries).toEqual([]);
  const elsewhere = createSimulatorClient('http://127.0.0.1:9', 'test');
  expect(await elsewhere.testConnection!(signal)).toEqual({ kind: 'unreachable' });
});

test('a reversed authorization that had not arrived says so', async () => {
  const { card: _card, ...unseen } = payment('a', true);
  const outcome = { kind: 'declined', code: 'system_error', acquirerCode: 'never_received' };
  expect(await acquirer.reverse(unseen, signal)).toEqual(outcome);
  expect(await acquirer.lookup({ reference: 'a' }, signal)).toEqual(outcome);
});

test('incidents are recorded in the ledger like scheduled events, once', async () => {
  await acquirer.authorize(payment('a', true), signal);
  const cause = acquirer.simulateIncident!;
  expect(await cause('nothing', { kind: 'chargeback_opened', amountMinor: 1 }, signal)).toBe(false);
  expect(await cause('a', { kind: 'chargeback_opened', amountMinor: 101 }, signal)).toBe(false);
  expect(await cause('a', { kind: 'chargeback_opened', amountMinor: 60 }, signal)).toBe(true);
  await acquirer.refund(followUp('r', 40), signal);
  expect(await cause('a', { kind: 'refund_failed', reference: 'r' }, signal)).toBe(true);
  expect(await cause('a', { kind: 'refund_failed', reference: 'r' }, signal)).toBe(false);
  const { entries } = await acquirer.readStatement(null, 10, signal);
  const { reference } = entries.find(({ kind }) => kind === 'chargeback_opened')!;
  expect(await cause('a', { kind: 'chargeback_won', reference }, signal)).toBe(true);
  expect(await cause('a', { kind: 'chargeback_lost', reference }, signal)).toBe(false);
  const kinds = (await acquirer.readStatement(null, 10, signal)).entries.map(({ kind }) => kind);
  expect(kinds).toEqual(['authcap', 'chargeback_opened', 'refund', 'refund_failed', 'chargeback_won']);
});

test('a past is appended with its times, and later requests continue it', async () => {
  const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T09:00:00.000Z`;
  const money = { amountMinor: 100, currency: 'EUR', outcome: 'approved' } as const;
  const past: PastEntry[] = [
    { ...money, reference: 'a', kind: 'authorize', captured: true, behavior: 'refund_failed', at: at(1) },
    { ...money, reference: 'd', kind: 'authorize', captured: true, outcome: 'lost_card', at: at(2) },
    { ...money, reference: 'cb', authorization: 'a', kind: 'chargeback_opened', amountMinor: 60, at: at(3) },
    {
      ...money,
      reference: 'cb',
      authorization: 'a',
      kind: 'chargeback_answered',
      amountMinor: 60,
      at: at(4),
      answer: {
        reference: 'ours',
        text: 'It arrived.',
        files: [{ name: 'proof.pdf', sha256: 'ab' }],
      },
    },
    // Longer than one request of the protocol.
    ...Array.from({ length: 250 }, (_, index): PastEntry => ({
      ...money,
      reference: `more-${index}`,
      kind: 'authorize',
      captured: false,
      at: at(5),
    })),
  ];
  const next = await acquirer.simulateHistory!(past, signal);
  expect(
    book()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual(past);
  expect(await acquirer.readStatement(next, 10, signal)).toEqual({ entries: [], next });
  expect((await acquirer.readStatement(null, 3, signal)).entries).toMatchObject([
    { kind: 'authcap', reference: 'a', approved: true },
    { kind: 'authcap', reference: 'd', approved: false },
    { kind: 'chargeback_opened', reference: 'cb', dueBy: '2026-01-10T09:00:00.000Z' },
  ]);
  expect(await acquirer.refund(followUp('r', 41), signal)).toEqual({
    kind: 'declined',
    code: 'limit_exceeded',
  });
  expect(await acquirer.refund(followUp('s', 40), signal)).toEqual(approved('s'));
  expect(await acquirer.lookup({ reference: 'd' }, signal)).toMatchObject({
    ...{ kind: 'declined', code: 'lost_card' },
  });
  const invalid = [{ ...past[0]!, reference: 'x', at: 'yesterday' }] as PastEntry[];
  await expect(acquirer.simulateHistory!(invalid, signal)).rejects.toThrow();
});

test("a chargeback is answered once per reference, and the ledger has the files' names, not the files", async () => {
  await acquirer.authorize(payment('a', true), signal);
  await acquirer.simulateIncident!('a', { kind: 'chargeback_opened', amountMinor: 60 }, signal);
  const received = async () => (await acquirer.readStatement(null, 10, signal)).entries;
  const dispute = (await received())[1]!.reference;
  const answer = {
    reference: 'ours',
    dispute,
    text: 'It arrived.',
    files: [
      {
        kind: 'other' as const,
        name: 'proof.pdf',
        contentType: 'application/pdf',
        bytes: Buffer.alloc(200_000, 'x'),
      },
    ],
  };
  expect(await acquirer.submitEvidence({ ...answer, dispute: 'nothing' }, signal)).toEqual({
    kind: 'refused',
  });
  for (let again = 0; again < 2; again++)
    expect(await acquirer.submitEvidence(answer, signal)).toEqual({ kind: 'acknowledged' });
  expect(await acquirer.submitEvidence({ ...answer, reference: 'another' }, signal)).toEqual({
    kind: 'refused',
  });
  expect(book().split('"chargeback_answered"')).toHaveLength(2);
  const file = {
    name: 'proof.pdf',
    sha256: createHash('sha256').update(answer.files[0]!.bytes).digest('hex'),
  };
  expect(book()).toContain(JSON.stringify({ reference: 'ours', text: 'It arrived.', files: [file] }));
  expect(book().length).toBeLessThan(10_000);
  expect((await received()).map(({ kind }) => kind)).toEqual(['authcap', 'chargeback_opened']);
  expect(await acquirer.simulateIncident!('a', { kind: 'chargeback_won', reference: dispute }, signal)).toBe(
    true,
  );
  expect(await acquirer.acceptDispute({ reference: 'ours', dispute }, signal)).toEqual({ kind: 'refused' });
});

test('an accepted chargeback is lost, however often it is accepted', async () => {
  await acquirer.authorize(payment('a', true), signal);
  await acquirer.simulateIncident!('a', { kind: 'chargeback_opened', amountMinor: 60 }, signal);
  const received = async () => (await acquirer.readStatement(null, 10, signal)).entries;
  const dispute = (await received())[1]!.reference;
  await switchFaults([{ fault: 'cut_after', operations: ['accept_dispute'], times: 1 }]);
  expect(await acquirer.acceptDispute({ reference: 'ours', dispute }, signal)).toEqual({ kind: 'unknown' });
  expect(await acquirer.acceptDispute({ reference: 'ours', dispute }, signal)).toEqual({
    kind: 'acknowledged',
  });
  expect((await received()).map(({ kind }) => kind)).toEqual([
    'authcap',
    'chargeback_opened',
    'chargeback_lost',
  ]);
  expect(
    await acquirer.submitEvidence({ reference: 'ours', dispute, text: 'late', files: [] }, signal),
  ).toEqual({ kind: 'refused' });
});

test('the answer to a delayed authorization arrives later, once', async () => {
  await acquirer.authorize(payment('a'), signal);
  expect(await acquirer.simulateIncident!('a', { kind: 'delay', ms: 300 }, signal)).toBe(true);
  const timed = async (reference: string) => {
    const began = performance.now();
    expect(await acquirer.capture(followUp(reference, 10), signal)).toEqual(approved(reference));
    return performance.now() - began;
  };
  expect(await timed('c1')).toBeGreaterThan(290);
  const captured = acquirer.capture(followUp('c2', 10), signal);
  expect(await captured).toEqual(approved('c2'));
});

test('every operation has its outcome, which is in the statement', async () => {
  expect(await acquirer.authorize(payment('a'), signal)).toEqual(authorized('a'));
  expect(await acquirer.capture(followUp('c', 60), signal)).toEqual(approved('c'));
  expect(await acquirer.void(followUp('v', 41), signal)).toEqual({
    kind: 'declined',
    code: 'limit_exceeded',
  });
  expect(await acquirer.refund(followUp('r', 60), signal)).toEqual(approved('r'));
  expect(await acquirer.lookup({ reference: 'v' }, signal)).toEqual({
    kind: 'declined',
    code: 'limit_exceeded',
  });
  expect(await acquirer.lookup({ reference: 'of?/#nothing' }, signal)).toEqual({ kind: 'not_found' });
  const { entries, next } = await acquirer.readStatement(null, 3, signal);
  expect(entries.map(({ reference }) => reference)).toEqual(['a', 'c', 'v']);
  expect((await acquirer.readStatement(next, 3, signal)).entries).toMatchObject([
    { reference: 'r', kind: 'refund', approved: true },
  ]);
});

const verified = { kind: 'approved', acquirerReference: 'sim_v', networkTransactionId: '084944242958464' };

test.each([
  ['4242424242424242', verified],
  ['4000000000000341', verified],
  ['4000000000000127', { kind: 'declined', code: 'incorrect_cvc' }],
  ['4000000000005043', { kind: 'unknown' }],
])('%s is verified without a ledger entry, in the process and over HTTP', async (pan, outcome) => {
  const request = { reference: 'v', card: { ...card, pan: new Secret(pan) } };
  for (const requested of [acquirer, createSimulator(join(folder, 'simulator-test.jsonl'))])
    expect(await requested.verify(request, signal)).toEqual(outcome);
  expect(book()).toBe('');
  expect(await acquirer.lookup({ reference: 'v' }, signal)).toEqual({ kind: 'not_found' });
});

test('a verification whose answer is lost leaves an unknown outcome, and no card in the log', async () => {
  await switchFaults([{ fault: 'garbage', operations: ['verify'], times: 1 }]);
  expect(await acquirer.verify({ reference: 'v', card }, signal)).toEqual({ kind: 'unknown' });
  expect(warned).toHaveBeenCalledOnce();
  expect(JSON.stringify(warned.mock.calls)).not.toMatch(/4242|8361|Ada/);
});

test('on one folder it is one acquirer with the simulator in the process, and each continues where the other stopped', async () => {
  const inProcess = createSimulator(join(folder, 'simulator-test.jsonl'));
  const received: string[][] = [];
  let place: string | null = null;
  for (const [index, current] of [acquirer, inProcess, acquirer].entries()) {
    await current.authorize(payment(`a${index}`), signal);
    const { entries, next }: Statement = await current.readStatement(place, 10, signal);
    received.push(entries.map(({ reference }) => reference));
    place = next;
  }
  expect(received).toEqual([['a0'], ['a1'], ['a2']]);
});

test('the environments have separate ledgers', async () => {
  await createSimulatorClient(origin, 'live').authorize(payment('a'), signal);
  expect(await acquirer.lookup({ reference: 'a' }, signal)).toEqual({ kind: 'not_found' });
  expect({ hasLiveEntries: book('live').length > 0, testEntryCount: book('test').length }).toEqual({
    hasLiveEntries: true,
    testEntryCount: 0,
  });
});

test.each([
  ['cut_before', 'not_found', 'no_answer'],
  ['error_before', 'not_found', 'status_500'],
  ['cut_after', 'approved', 'no_answer'],
  ['error_after', 'approved', 'status_500'],
  ['answer_for_another', 'approved', 'answer_for_another'],
  ['garbage', 'approved', 'malformed_answer'],
])('%s: the outcome is unknown, and an inquiry finds it', async (fault, truth, code) => {
  await switchFaults([{ fault, operations: ['authorize'], times: 1 }]);
  expect(await acquirer.authorize(payment('a'), signal)).toEqual({ kind: 'unknown' });
  expect(await acquirer.lookup({ reference: 'a' }, signal)).toMatchObject({ kind: truth });
  expect(await acquirer.authorize(payment('a'), signal)).toEqual(authorized('a'));
  expect(book().trim().split('\n')).toHaveLength(1);
  expect(warned).toHaveBeenCalledExactlyOnceWith('acquirer', { operationId: 'a', code });
  expect(JSON.stringify(warned.mock.calls)).not.toMatch(/4242|8361|Ada/);
});

test.each(['drop_reply', 'delay_before', 'delay_after'])(
  '%s: nobody waits longer than the signal allows, and nothing is logged',
  async (fault) => {
    await switchFaults([{ fault, ms: 400, times: 3 }]);
    expect(await acquirer.lookup({ reference: 'a' }, AbortSignal.timeout(100))).toEqual({ kind: 'unknown' });
    await expect(acquirer.readStatement(null, 1, AbortSignal.timeout(100))).rejects.toThrow(/timeout/);
    expect(await acquirer.authorize(payment('a'), AbortSignal.timeout(100))).toEqual({ kind: 'unknown' });
    expect(warned).not.toHaveBeenCalled();
    await vi.waitFor(
      async () => expect(await acquirer.lookup({ reference: 'a' }, signal)).toEqual(authorized('a')),
      {
        timeout: 2_000,
      },
    );
  },
);

test.each(['process_twice', 'answer_twice'])(
  '%s: one effect, one outcome, and the next answer belongs to the next request',
  async (fault) => {
    await switchFaults([{ fault, operations: ['authorize'] }]);
    for (const reference of ['a', 'b', 'c']) {
      expect(await acquirer.authorize(payment(reference), signal)).toEqual(authorized(reference));
      expect(await acquirer.lookup({ reference }, signal)).toEqual(authorized(reference));
    }
    expect(book().trim().split('\n')).toHaveLength(3);
  },
);

test('a request carries JSON, our request ID, and a card without a security code if it has none', async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const recorder = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.end(JSON.stringify({ reference: 'a', outcome: authorized('a') }));
    });
  });
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  const { port } = recorder.address() as AddressInfo;
  const client = createSimulatorClient(`http://127.0.0.1:${port}`, 'test');
  const withoutCode = { ...payment('a'), card: { pan: card.pan, expiry: card.expiry } };
  expect(await runWithTrace({ requestId: 'req_1' }, () => client.authorize(withoutCode, signal))).toEqual(
    authorized('a'),
  );
  expect(await client.authorize(withoutCode, signal)).toEqual(authorized('a'));
  expect(received.map(({ headers }) => [headers['content-type'], headers['x-request-id']])).toEqual([
    ['application/json', 'req_1'],
    ['application/json', undefined],
  ]);
  expect(JSON.parse(received[0]!.body)).toEqual({
    ...payment('a'),
    card: { pan: '4242424242424242', expiry: { month: 12, year: 2040 } },
  });
  recorder.closeAllConnections();
  recorder.close();
});

const declined = { reference: 'a', outcome: { kind: 'declined', code: 'do_not_honor' } };
test.each([
  [500, declined, 'status_500'],
  [201, declined, 'status_201'],
  [204, declined, 'status_204'],
  [302, declined, 'no_answer'],
  [200, { ...declined, outcome: { kind: 'declined', code: 'invented' } }, 'malformed_answer'],
  [200, { ...declined, outcome: { kind: 'declined', code: ['do_not_honor'] } }, 'malformed_answer'],
  [200, { ...declined, outcome: { kind: 'declined' } }, 'malformed_answer'],
  [200, { ...declined, outcome: { kind: 'approved' } }, 'malformed_answer'],
  [200, { ...declined, outcome: { kind: 'not_found' } }, 'malformed_answer'],
  [200, { outcome: declined.outcome }, 'malformed_answer'],
  [200, [declined], 'malformed_answer'],
  [200, null, 'malformed_answer'],
])('%i with %j is not an answer, and %s is logged', async (status, body, code) => {
  const stranger = createServer(
    (_, response) => void response.writeHead(status, { Location: '/elsewhere' }).end(JSON.stringify(body)),
  );
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const { port } = stranger.address() as AddressInfo;
  expect(
    await createSimulatorClient(`http://127.0.0.1:${port}`, 'test').authorize(payment('a'), signal),
  ).toEqual({ kind: 'unknown' });
  expect(warned).toHaveBeenCalledExactlyOnceWith('acquirer', { operationId: 'a', code });
  stranger.closeAllConnections();
  stranger.close();
});

test('an unreadable statement is an error that quotes nothing', async () => {
  await switchFaults([{ fault: 'garbage', operations: ['statement'] }]);
  // The name is logged.
  await expect(acquirer.readStatement(null, 9, signal)).rejects.toMatchObject({
    name: 'NoAnswer',
    message: 'malformed_answer',
  });
});

test('a fault occurs as often as configured, and only for its operation', async () => {
  await switchFaults([{ fault: 'error_before', operations: ['lookup'], times: 2 }]);
  expect(await acquirer.authorize(payment('a'), signal)).toEqual(authorized('a'));
  const kinds = [];
  for (let requested = 0; requested < 3; requested++)
    kinds.push((await acquirer.lookup({ reference: 'a' }, signal)).kind);
  expect(kinds).toEqual(['unknown', 'unknown', 'approved']);
  expect(await (await fetch(`${origin}/faults`)).json()).toEqual([]);
});

test.each([
  [[{ fault: 'unheard_of' }]],
  [[{ fault: 'garbage', when: 'now' }]],
  [[{ fault: 'garbage', times: 0 }]],
  [{}],
  [[{ fault: 'garbage', operations: [] }]],
])('an unknown fault is rejected: %j', async (faults) => {
  const refused = await switchFaults(faults);
  expect(refused.status).toBe(400);
  expect(await (await fetch(`${origin}/faults`)).json()).toEqual([]);
  expect((await switchFaults(faultNames.map((fault) => ({ fault, probability: 0.5 })))).status).toBe(200);
});
