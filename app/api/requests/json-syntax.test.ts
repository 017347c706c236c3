import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSyntaxError } from './json-syntax';

test.each([
  ['', 0],
  ['{"a":1,}', 7],
  ['{"a":1 "b":2}', 7],
  ['{"a" 1}', 5],
  ['{a:1}', 1],
  ["{'a':1}", 1],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['[,1]', 1],
  ['{"a":1]', 6],
  ['[1}', 2],
  ['{"a":01}', 6],
  ['{"a":+1}', 5],
  ['{"a":.5}', 5],
  ['{"a":1.}', 6],
  ['{"a":NaN}', 5],
  ['{"a":undefined}', 5],
  ['{"a":tru}', 5],
  ['{"a":"x\ny"}', 5],
  ['{"a":"\\x"}', 5],
  ['{"a":1} {"b":2}', 8],
  [' } ', 1],
  [':', 0],
  ['{"a":1,"a":', 11],
  ['{"a": ', 6],
  ['[', 1],
  ['{"a', 1],
])('%j is invalid at %i', (text, position) => {
  expect(findSyntaxError(text)).toBe(position);
});

test('in what JSON.stringify writes there is no error', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(findSyntaxError(text)).toBe(text.length);
    }),
  );
});
