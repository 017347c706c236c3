import { expect, test } from 'vitest';
import { addReasonTemplate, getReasonTemplates } from './reason-templates';

const [unclear, incomplete, old] = getReasonTemplates('document:bank_statement') as [string, string, string];
const add = (reason: string, ...templates: string[]) =>
  templates.reduce((text, template) => addReasonTemplate('document:bank_statement', text, template), reason);

test('a common reason fills an empty field, and replaces only another one', () => {
  expect(add('', unclear)).toBe(unclear);
  expect(add(' \n', unclear)).toBe(unclear);
  expect(add('', unclear, incomplete, old)).toBe(old);
});

test('a common reason never overwrites what the reviewer wrote', () => {
  expect(add('Page 2 is blurred.', unclear)).toBe(`Page 2 is blurred.\n${unclear}`);
  expect(add('Page 2 is blurred.\n', unclear, incomplete)).toBe(`Page 2 is blurred.\n${incomplete}`);
  const edited = `${unclear} See page 2.`;
  expect(add(edited, old)).toBe(`${edited}\n${old}`);
});
