import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rows = [
  ...readFileSync('docs/threats.md', 'utf8').matchAll(/^\| (T\d+) +\|[^|]*\| `([^`]+)`,? ([^|]+?) +\|$/gm),
].map(([, threat, file, title]) => ({ threat, file: file!, title: title! }));

test('every row of docs/threats.md is checked', () => {
  expect(rows.length).toBe(readFileSync('docs/threats.md', 'utf8').match(/^\| T\d/gm)!.length);
  expect(new Set(rows.map(({ threat }) => threat))).toEqual(
    new Set([
      'T1',
      'T2',
      'T3',
      'T4',
      'T5',
      'T6',
      'T7',
      'T8',
      'T9',
      'T10',
      'T11',
      'T13',
      'T14',
      'T15',
      'T17',
      'T25',
      'T27',
      'T28',
      'T29',
      'T30',
      'T31',
      'T32',
      'T33',
      'T35',
    ]),
  );
});

test.each(rows)('$threat: $file contains the test that docs/threats.md names', ({ file, title }) => {
  expect(existsSync(file)).toBe(true);
  if (!title.startsWith('by `npm')) expect(readFileSync(file, 'utf8')).toContain(title);
});
