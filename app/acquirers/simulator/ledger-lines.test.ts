import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileLines, MemoryLines } from './ledger-lines';

const newPath = () => join(mkdtempSync(join(tmpdir(), 'ledger-')), 'book.jsonl');

test.each([
  ['a file', () => new FileLines(newPath()), [0, 4, 8]],
  ['memory', () => new MemoryLines(), [0, 1, 2]],
])('lines in %s are added once, and can be read again from any position', (_, open, positions) => {
  const lines = open();
  expect([...lines.added()]).toEqual([]);
  for (const text of ['one', 'two']) lines.append(text);
  const [first, second, end] = positions;
  const expected = [
    { position: first, text: 'one', next: second },
    { position: second, text: 'two', next: end },
  ];
  expect([...lines.added()]).toEqual(expected);
  expect([...lines.added()]).toEqual([]);
  expect(lines.end).toBe(end);
  expect([...lines.from(first!)]).toEqual(expected);
  expect([...lines.from(second!)]).toEqual([expected[1]]);
  expect([...lines.from(end!)]).toEqual([]);
});

test('another process’s lines are read only once they were added', () => {
  const path = newPath();
  const [reading, writing] = [new FileLines(path), new FileLines(path)];
  // More than one chunk, and less than another after the last chunk.
  const known = Array.from({ length: 1000 }, (__, index) => `${index}`.padEnd(100, '.'));
  for (const text of known) writing.append(text);
  expect([...reading.added()].map(({ text }) => text)).toEqual(known);
  writing.append('later');
  expect([...reading.from(0)].map(({ text }) => text)).toEqual(known);
  expect([...reading.from(999 * 101)].map(({ text }) => text)).toEqual([known[999]]);
  expect([...reading.added()]).toEqual([{ position: 101_000, text: 'later', next: 101_006 }]);
});

test('a complete line without its end counts after a restart', () => {
  const path = newPath();
  writeFileSync(path, '{"reference":"a"}');
  const lines = new FileLines(path);
  expect([...lines.added()]).toEqual([{ position: 0, text: '{"reference":"a"}', next: 18 }]);
  new FileLines(path).close();
  expect(readFileSync(path, 'utf8')).toBe('{"reference":"a"}\n');
});

test('a file that became shorter is an error', () => {
  const path = newPath();
  const lines = new FileLines(path);
  lines.append('a line');
  expect([...lines.added()]).toHaveLength(1);
  truncateSync(path, 3);
  expect(() => [...lines.from(0)]).toThrow(/^the ledger is shorter than before$/);
  expect(() => lines.at(0)).toThrow(/^the ledger is shorter than before$/);
});
