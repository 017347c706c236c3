import { expect, test } from 'vitest';
import { maximumReasonLength, parseReason } from './operation-reasons';

const longest = 'x'.repeat(maximumReasonLength);

test.each([
  ['  Damaged ', { reason: 'Damaged' }],
  [longest, { reason: longest }],
  [` ${longest} `, { reason: longest }],
  [`${longest}x`, 'too_long'],
  ['two\nlines', 'control_character'],
  ['for 4242 4242 4242 4242', 'card_number'],
])('%j is parsed whether or not a reason is required', (input, expected) => {
  for (const required of [true, false]) expect(parseReason(input, { required })).toEqual(expected);
});

test.each(['', '  '])('without text (%j), only a required reason is missing', (input) => {
  expect(parseReason(input, { required: true })).toBe('missing');
  expect(parseReason(input, { required: false })).toStrictEqual({ reason: undefined });
});
