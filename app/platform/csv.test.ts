import { expect, test } from 'vitest';
import { csvLine } from './csv';

test.each([
  [['a', 'b'], 'a,b\r\n'],
  [[1250, -3, null], '1250,-3,\r\n'],
  [['says "hi", twice', 'two\nlines'], '"says ""hi"", twice","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@SUM(A1)'], "'=1+1,'+1,'-1,'@SUM(A1)\r\n"],
  [['\t=1', '\r=1'], `'\t=1,"'\r=1"\r\n`],
  [['=HYPERLINK("https://evil.example","a")'], `"'=HYPERLINK(""https://evil.example"",""a"")"\r\n`],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
