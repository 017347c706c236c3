import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonProblem } from './json-body';

test.each([
  ['{"a":1,"a":1}', 'An object contains a duplicate name.'],
  ['{"a":1,"\\u0061":2}', 'An object contains a duplicate name.'],
  ['{"order":{"x":1,"y":{},"x":2}}', 'An object contains a duplicate name.'],
  ['[{"a":1},{"b":[{"c":1,"c":2}]}]', 'An object contains a duplicate name.'],
  ['{"__proto__":{"status":"CAPTURED"}}', 'The name __proto__ isn’t allowed.'],
  ['{"a":{"\\u005f_proto__":1}}', 'The name __proto__ isn’t allowed.'],
  [`${'['.repeat(17)}${']'.repeat(17)}`, 'Objects and arrays can be nested at most 16 levels deep.'],
  [
    `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
    'Objects and arrays can be nested at most 16 levels deep.',
  ],
])('%s: %s', (text, problem) => {
  expect(findJsonProblem(text)).toBe(problem);
});

test.each([
  '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}',
  '{"a":"a","b":"\\"a\\":1,\\"a\\":2"}',
  '{"A":1,"a":1,"":2," ":3}',
  '"__proto__"',
  '{"a":"{\\"x\\":1,\\"x\\":1}","x":"__proto__"}',
  `${'['.repeat(16)}${']'.repeat(16)}`,
])('%s is plain', (text) => {
  expect(findJsonProblem(text)).toBeNull();
});

test('everything that JSON.stringify writes is plain', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 10, noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('__proto__'));
      expect(findJsonProblem(text)).toBeNull();
    }),
  );
});
