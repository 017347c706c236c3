import { expect, test } from 'vitest';
import { createTextPdf } from './text-pdf';

const textOf = (text: string) => createTextPdf(text).toString('latin1');

test('the cross-reference table of the PDF is correct', () => {
  const pdf = textOf('It arrived (see “UPS”) – 4 €.\n\nC:\\folder');
  expect(pdf).toMatch(/^%PDF-1\.4\n/);
  expect(pdf).toContain('(It arrived \\(see \x93UPS\x94\\) \x96 4 \x80.) Tj');
  expect(pdf).toContain('(C:\\\\folder) Tj');
  const start = Number(/startxref\n(\d+)/.exec(pdf)![1]);
  expect(pdf.slice(start, start + 4)).toBe('xref');
  const offsets = [...pdf.slice(start).matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset));
  expect(offsets).toHaveLength(5);
  offsets.forEach((offset, index) => expect(pdf.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`)));
  for (const [, length, stream] of pdf.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
    expect(stream).toHaveLength(Number(length));
});

test('long lines, words, and texts are wrapped without losing anything', () => {
  const content = Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(' ');
  const pdf = textOf(`${content}\n${'x'.repeat(300)}`);
  const lines = [...pdf.matchAll(/^\((.*)\) Tj T\*$/gm)].map(([, line]) => line!);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(86);
  expect(lines.join(' ').match(/word\d+/g)).toHaveLength(2_000);
  expect(lines.join('').match(/x/g)).toHaveLength(300);
  expect(Number(/\/Count (\d+)/.exec(pdf)![1])).toBe(Math.ceil(lines.length / 48));
});

test('characters of other scripts become question marks', () => {
  expect(textOf('Ж é e\u0301 \u0007')).toContain('(? \xe9 \xe9 ?) Tj');
});
