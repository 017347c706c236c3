import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { Ledger } from './ledger';
import type { LedgerEntry } from './ledger-entry';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'ledger-')), 'book.jsonl');
});

const authorization = (reference: string): LedgerEntry => ({
  reference,
  kind: 'authorize',
  amountMinor: 100,
  currency: 'EUR',
  outcome: 'approved',
});
const capture = (reference: string, of: string): LedgerEntry => ({
  reference,
  kind: 'capture',
  authorization: of,
  amountMinor: 1,
  currency: 'EUR',
  outcome: 'approved',
});
const referencesOf = (entries: LedgerEntry[]) => entries.map(({ reference }) => reference);

function readAll(ledger: Ledger, limit: number): LedgerEntry[] {
  const all: LedgerEntry[] = [];
  for (let after: string | null = null; ;) {
    const { entries, next } = ledger.page(after, limit);
    if (!entries.length) return all;
    expect(entries.length).toBeLessThanOrEqual(limit);
    all.push(...entries);
    after = next;
  }
}

describe.each(['a file', 'memory'])('in %s', (place) => {
  const open = () => new Ledger(place === 'a file' ? path : undefined);

  test('the first entry of a reference counts everywhere', () => {
    const ledger = open();
    ledger.append(authorization('a'));
    ledger.append({ ...authorization('a'), amountMinor: 5 });
    ledger.append(capture('c', 'a'));
    ledger.append(capture('c', 'a'));
    expect(ledger.find('a')).toMatchObject({ amountMinor: 100 });
    expect(ledger.find('b')).toBeUndefined();
    expect(referencesOf(ledger.followUps('a'))).toEqual(['c']);
    expect(readAll(ledger, 1)).toMatchObject([{ amountMinor: 100 }, { reference: 'c' }]);
  });

  test('two references with the same hash have their own entries', () => {
    const ledger = open();
    const references = ['op_13710', '722bv5'];
    for (const reference of references) ledger.append(authorization(reference));
    ledger.append(capture('c', '722bv5'));
    for (const reference of references) expect(ledger.find(reference)).toEqual(authorization(reference));
    expect(references.map((reference) => referencesOf(ledger.followUps(reference)))).toEqual([[], ['c']]);
    expect(referencesOf(readAll(ledger, 9))).toEqual([...references, 'c']);
  });

  test('a position beyond the end means that the ledger was lost', () => {
    const ledger = open();
    ledger.append(authorization('a'));
    expect(referencesOf(ledger.page('99999', 9).entries)).toEqual(['a']);
  });
});

test('processes that share a file, and one that opens it later, contain the same as a plain list', () => {
  const step = fc.record({ by: fc.nat(2), of: fc.nat(9), reference: fc.nat(60), follows: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 7 }), (steps, limit) => {
      path = join(mkdtempSync(join(tmpdir(), 'ledger-')), 'book.jsonl');
      const sharing = [1, 2, 3].map(() => new Ledger(path));
      const plain = new Map<string, LedgerEntry>();
      for (const { by, of, reference, follows } of steps) {
        const entry = follows ? capture(`é${reference}`, `a${of}`) : authorization(`a${of}`);
        sharing[by]!.append(entry);
        if (!plain.has(entry.reference) && (!follows || plain.has(`a${of}`)))
          plain.set(entry.reference, entry);
        else if (!plain.has(entry.reference))
          plain.set(entry.reference, { ...entry, outcome: 'limit_exceeded' });
      }
      for (const ledger of [...sharing, new Ledger(path)]) {
        expect(referencesOf(readAll(ledger, limit))).toEqual([...plain.keys()]);
        for (let of = 0; of < 10; of++) {
          const followUps = [...plain.values()].filter(
            (entry) => entry.authorization === `a${of}` && entry.outcome === 'approved',
          );
          expect(referencesOf(ledger.followUps(`a${of}`))).toEqual(referencesOf(followUps));
        }
        ledger.close();
      }
    }),
    { numRuns: 60 },
  );
});

test('a closed ledger has no open file', () => {
  const ledger = new Ledger(path);
  ledger.append(authorization('a'));
  ledger.close();
  expect(() => ledger.find('a')).toThrow(/^EBADF/);
});

test('a partial line is waited for while its writer is alive, and skipped after it died', () => {
  const [writing, reading] = [new Ledger(path), new Ledger(path)];
  writing.append(authorization('a'));
  const line = JSON.stringify(authorization('b'));
  appendFileSync(path, line.slice(0, 20));
  expect(referencesOf(readAll(reading, 9))).toEqual(['a']);
  const restarted = new Ledger(path);
  restarted.append(authorization('c'));
  for (const ledger of [writing, reading, restarted])
    expect(referencesOf(readAll(ledger, 9))).toEqual(['a', 'c']);
});

test('lines longer than the read buffer, and more of them than fit, are complete', () => {
  const ledger = new Ledger(path);
  const references = [1, 70_000, 600, 200_000, 3].map((length, index) => `${index}`.padEnd(length, 'x'));
  for (const reference of references) ledger.append(authorization(reference));
  for (const read of [ledger, new Ledger(path)]) {
    expect(referencesOf(readAll(read, 2))).toEqual(references);
    for (const reference of references) expect(read.find(reference)?.reference).toBe(reference);
  }
});

test('a ledger with many entries keeps them out of memory', async () => {
  const ledger = new Ledger(path);
  const count = 100_000;
  const grow = (round: number) => {
    appendFileSync(
      path,
      Array.from(
        { length: count },
        (_, number) => `${JSON.stringify(authorization(`op_${round}_${number}`))}\n`,
      ).join(''),
    );
    expect(ledger.find(`op_${round}_${count - 1}`)).toBeDefined();
    return memoryInUse();
  };
  const before = await grow(1);
  expect((await grow(2)) - before).toBeLessThan(count * 50);
  ledger.close();
});

/** The minimum of several measurements: V8 frees buffers in another thread, some time after a collection. */
async function memoryInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let least = Infinity;
  for (let step = 0; step < 5; step++) {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
    await sleep(20);
  }
  return least;
}
