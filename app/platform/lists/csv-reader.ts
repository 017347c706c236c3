/** No row of a file that we read is longer. A quote that never closes would otherwise collect the whole file. */
const maximumRowLength = 100_000;

/** Text that isn't CSV. `code` contains the number of the row, from 1, and nothing of its content. */
export class CsvError extends Error {
  override name = 'CsvError';
  readonly code: string;
  constructor(problem: 'unexpected_quote' | 'unfinished_quote' | 'row_too_long', row: number) {
    super(`row ${row}: ${problem}`);
    this.code = `csv_row_${row}_${problem}`;
  }
}

/**
 * Reads CSV (RFC 4180) row by row. Only one row is in memory at a time. Lines end with a line feed, with or without a
 * carriage return. The last one may have no end.
 * @param chunks the text without a byte order mark, in pieces of any length
 * @throws {CsvError} for text that isn't CSV, after the rows before it
 */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<string[], void> {
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  let [cells, cell, length, row] = [[] as string[], '', 0, 1];
  const endRow = () => {
    const ended = [...cells, cell];
    [cells, cell, length, state, row] = [[], '', 0, 'start', row + 1];
    return ended;
  };
  for await (const chunk of chunks)
    for (const character of chunk) {
      if (++length > maximumRowLength) throw new CsvError('row_too_long', row);
      if (state === 'quoted') {
        if (character === '"') state = 'closed';
        else cell += character;
      } else if (character === ',') {
        cells.push(cell);
        [cell, state] = ['', 'start'];
      } else if (character === '\n') {
        if (state !== 'closed' && cell.endsWith('\r')) cell = cell.slice(0, -1);
        yield endRow();
      } else if (state === 'closed') {
        // Two quotes are one in the cell. A carriage return belongs to the end of the line.
        if (character === '"') [cell, state] = [`${cell}"`, 'quoted'];
        else if (character !== '\r') throw new CsvError('unexpected_quote', row);
      } else if (character !== '"') {
        cell += character;
        state = 'plain';
      } else if (state === 'start') state = 'quoted';
      else throw new CsvError('unexpected_quote', row);
    }
  if ((state as string) === 'quoted') throw new CsvError('unfinished_quote', row);
  if (length > 0) yield endRow();
}
