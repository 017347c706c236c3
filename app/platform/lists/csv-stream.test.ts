import { expect, test } from 'vitest';
import { createCsvStream, formatCsvLine, buildCsvFileName } from './csv-stream';

test.each([
  [['a', 'b'], 'a,b\r\n'],
  [[1250, -3, null], '1250,-3,\r\n'],
  [[{ decimal: '-3.50' }, '-3.50'], "-3.50,'-3.50\r\n"],
  [['says "hi", twice', 'two\nlines'], '"says ""hi"", twice","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@SUM(A1)'], "'=1+1,'+1,'-1,'@SUM(A1)\r\n"],
  [['\t=1', '\r=1', '\n=1'], `'\t=1,"'\r=1","'\n=1"\r\n`],
  [['＝1+1', '＋1', '－1', '＠SUM(A1)'], "'＝1+1,'＋1,'－1,'＠SUM(A1)\r\n"],
  [['=HYPERLINK("https://evil.example","a")'], `"'=HYPERLINK(""https://evil.example"",""a"")"\r\n`],
])('spreadsheets read %j as data, not as a formula', (cells, line) => {
  expect(formatCsvLine(cells)).toBe(line);
});

test('a file declares its encoding, names its columns, and stops reading with its reader', async () => {
  let read = 0;
  let ended = false;
  async function* batches() {
    try {
      for (; ; read++) yield await Promise.resolve([{ name: 'Grüner Tee' }]);
    } finally {
      ended = true;
    }
  }
  const file = await createCsvStream({
    columns: { name: (row: { name: string }) => row.name, zone: (_row, timeZone) => timeZone },
    timeZone: 'Asia/Tokyo',
    batches: batches(),
  });
  const reader = file.getReader();
  expect(Buffer.from((await reader.read()).value!).toString('utf8')).toBe(
    '\ufeffname,zone\r\nGrüner Tee,Asia/Tokyo\r\n',
  );
  await reader.cancel();
  expect({ ended, stoppedEarly: read < 5 }).toEqual({ ended: true, stoppedEarly: true });
});

test('an error before the first row is reported before the file starts', async () => {
  // eslint-disable-next-line require-yield -- it fails before its first row
  async function* batches(): AsyncGenerator<never[], void> {
    await Promise.reject(new Error('closed'));
  }
  await expect(createCsvStream({ columns: {}, timeZone: 'UTC', batches: batches() })).rejects.toThrow(
    'closed',
  );
});

test('a file name contains only letters and digits', () => {
  expect(buildCsvFileName(['transactions', 'Ürsel’s "Tea" \r\n& Co', '', '2026-11-22'])).toBe(
    'transactions-u-rsel-s-tea-co-2026-11-22.csv',
  );
});
