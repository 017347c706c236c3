import { expect, test } from 'vitest';
import { CsvError, readCsv } from './csv-reader';

async function* inPieces(text: string, length: number) {
  for (let start = 0; start < text.length; start += length)
    yield await Promise.resolve(text.slice(start, start + length));
}

/** The rows, or those before an error and its code. */
async function read(text: string, length = text.length || 1) {
  const rows: (string[] | string)[] = [];
  try {
    for await (const row of readCsv(inPieces(text, length))) rows.push(row);
  } catch (error) {
    expect(error).toBeInstanceOf(CsvError);
    rows.push((error as CsvError).code);
  }
  return rows;
}

test.each([
  ['', []],
  [
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [',\n\na,', [['', ''], [''], ['a', '']]],
  ['"a,b","c\nd"\n', [['a,b', 'c\nd']]],
  ['"say ""yes""",""\r\n"x"', [['say "yes"', ''], ['x']]],
  ['"ends with\r",é💶\n', [['ends with\r', 'é💶']]],
  ['a b , c\n', [['a b ', ' c']]],
])('%j', async (text, rows) => {
  expect(await read(text)).toEqual(rows);
  // Wherever the text is cut.
  for (const length of [1, 2, 3]) expect(await read(text, length)).toEqual(rows);
});

test.each([
  ['a\nb"c\n', [['a'], 'csv_row_2_unexpected_quote']],
  ['"a"b\n', ['csv_row_1_unexpected_quote']],
  ['a\n"b\nc\n', [['a'], 'csv_row_2_unfinished_quote']],
  [`a\n"${'b'.repeat(100_000)}`, [['a'], 'csv_row_2_row_too_long']],
])('text that isn’t CSV: %#', async (text, rows) => {
  expect(await read(text)).toEqual(rows);
  expect(await read(text, 7)).toEqual(rows);
});

test('a row is read before the text after it', async () => {
  async function* endless() {
    for (;;) yield await Promise.resolve('a,b\n');
  }
  for await (const row of readCsv(endless())) {
    expect(row).toEqual(['a', 'b']);
    break;
  }
});
